import './lib/validator.js';
import { startTransition, StrictMode, Suspense } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { ErrorBoundary } from './app/error-boundary.js';
import { FirstVisit } from './app/first-visit.js';
import { lazyPage } from './app/lazy-page.js';
import './app/theme.css';
import { ScreenSpinner } from './components/spinner.js';
import { paths } from './lib/paths.js';
import { readToken } from './lib/token.js';

const App = lazyPage(() => import('./app/app.js'), 'App');

const { pathname } = window.location;
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

const app = (
  <StrictMode>
    <ErrorBoundary>
      {pathname === paths.home ? (
        <FirstVisit />
      ) : (
        <Suspense fallback={<ScreenSpinner />}>
          <App />
        </Suspense>
      )}
    </ErrorBoundary>
  </StrictMode>
);

/** Nothing is drawn before all its scripts are there: the page says that it is loading, or stands there as written. */
async function loadApp(): Promise<void> {
  try {
    const token = readToken();
    const calls = token === null ? null : import('./lib/session-calls.js').then(({ askAhead }) => askAhead(token));
    const { loadScreens } = await import('./app/app.js');
    await Promise.all([App.load(), loadScreens(pathname), calls]);
  } catch {
    // Whatever did not come is missed again when it is drawn, and the error boundary says so.
  }
}

function start(element: HTMLElement): void {
  // In small steps, so that the page answers to whoever touches it meanwhile.
  startTransition(() => {
    // Public pages come written for a guest and are brought to life as they are; for a member they are drawn anew.
    if ('written' in element.dataset && readToken() === null) hydrateRoot(element, app);
    else createRoot(element).render(app);
  });
}

if (pathname === paths.home) start(root);
else void loadApp().then(() => start(root));
