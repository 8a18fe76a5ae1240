import { BrowserRouter } from 'react-router-dom';
import { DialogProvider } from '../components/dialogs.js';
import { ToastProvider } from '../components/toasts.js';
import { AppRoutes } from './app-routes.js';
import { ConsentDoor } from './consent-door.js';
import { RouterNavigation } from './router-navigation.js';
import { SessionProvider } from './session-provider.js';

export { loadScreens } from './app-routes.js';

export function App() {
  return (
    <BrowserRouter>
      <RoutedApp />
    </BrowserRouter>
  );
}

/** The app under whatever router tells it where it is. */
export function RoutedApp() {
  return (
    <RouterNavigation>
      <SessionProvider>
        <ToastProvider>
          <DialogProvider>
            <AppRoutes />
            <ConsentDoor />
          </DialogProvider>
        </ToastProvider>
      </SessionProvider>
    </RouterNavigation>
  );
}
