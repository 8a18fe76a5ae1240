import { BrowserRouter } from 'react-router-dom';
import { DialogProvider } from '../components/dialogs.js';
import { ToastProvider } from '../components/toasts.js';
import { AppRoutes } from './app-routes.js';
import { ErrorBoundary } from './error-boundary.js';
import { SessionProvider } from './session-provider.js';

export function App() {
  return (
    <ErrorBoundary>
      <BrowserRouter>
        <SessionProvider>
          <ToastProvider>
            <DialogProvider>
              <AppRoutes />
            </DialogProvider>
          </ToastProvider>
        </SessionProvider>
      </BrowserRouter>
    </ErrorBoundary>
  );
}
