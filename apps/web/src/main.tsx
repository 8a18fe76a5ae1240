import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from './app/error-boundary.js';
import { FirstVisit } from './app/first-visit.js';
import './app/theme.css';
import { ScreenSpinner } from './components/spinner.js';
import { paths } from './lib/paths.js';

const App = lazy(() => import('./app/app.js').then((module) => ({ default: module.App })));

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      {window.location.pathname === paths.home ? (
        <FirstVisit />
      ) : (
        <Suspense fallback={<ScreenSpinner />}>
          <App />
        </Suspense>
      )}
    </ErrorBoundary>
  </StrictMode>,
);
