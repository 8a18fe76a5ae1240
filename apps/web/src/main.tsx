import { lazy, StrictMode, Suspense } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { ErrorBoundary } from './app/error-boundary.js';
import { FirstVisit } from './app/first-visit.js';
import './app/theme.css';
import { ScreenSpinner } from './components/spinner.js';
import { paths } from './lib/paths.js';
import { readToken } from './lib/token.js';

const App = lazy(() => import('./app/app.js').then((module) => ({ default: module.App })));

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

const app = (
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
  </StrictMode>
);

// Public pages come written for a guest and are brought to life as they are; for a member they are drawn anew.
if ('written' in root.dataset && readToken() === null) hydrateRoot(root, app);
else createRoot(root).render(app);
