import { LandingPage } from '../pages/landing-page.js';
import { ConsentDoor } from './consent-door.js';
import { PageFrame } from './page-frame.js';
import { SessionProvider } from './session-provider.js';

/** The landing page by itself, without the app's router: from here every link loads its page. */
export function FirstVisit() {
  return (
    <SessionProvider>
      <PageFrame>
        <LandingPage />
      </PageFrame>
      <ConsentDoor />
    </SessionProvider>
  );
}
