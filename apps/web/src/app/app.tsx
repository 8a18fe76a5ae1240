import { BrowserRouter } from 'react-router-dom';
import { DialogProvider } from '../components/dialogs.js';
import { ToastProvider } from '../components/toasts.js';
import { AppRoutes } from './app-routes.js';
import { RouterNavigation } from './router-navigation.js';
import { SessionProvider } from './session-provider.js';

export function App() {
  return (
    <BrowserRouter>
      <RouterNavigation>
        <SessionProvider>
          <ToastProvider>
            <DialogProvider>
              <AppRoutes />
            </DialogProvider>
          </ToastProvider>
        </SessionProvider>
      </RouterNavigation>
    </BrowserRouter>
  );
}
