import type { PublicPage } from '@segue/contracts';
import { type ReactNode, StrictMode, Suspense } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { RoutedApp } from './app/app.js';
import { ErrorBoundary } from './app/error-boundary.js';
import { FirstVisit } from './app/first-visit.js';
import { ScreenSpinner } from './components/spinner.js';
import type { PageHead } from './components/use-head-tags.js';
import { NavigationContext, PlainLink } from './lib/navigation.js';
import { OPERATOR_TOKENS, OperatorContext } from './lib/operator.js';
import { paths } from './lib/paths.js';
import { CONTACT_HEAD } from './pages/contact-page.js';
import { COOKIE_POLICY_HEAD } from './pages/cookie-policy-page.js';
import { COOKIE_SETTINGS_HEAD } from './pages/cookie-settings-page.js';
import { LANDING_HEAD } from './pages/landing-page.js';
import { LEGAL_NOTICE_HEAD } from './pages/legal-notice-page.js';
import { LOGIN_HEAD } from './pages/login-page.js';
import { REGISTER_HEAD } from './pages/register-page.js';
import { REQUEST_RESET_HEAD } from './pages/request-reset-page.js';
import { PRICING_HEAD } from './pages/pricing-page.js';
import { PRIVACY_POLICY_HEAD } from './pages/privacy-policy-page.js';
import { TERMS_HEAD } from './pages/terms-of-service-page.js';
import { WITHDRAWAL_HEAD } from './pages/withdrawal-page.js';

/** What the head of every public page says. */
export const HEADS: Record<PublicPage, PageHead> = {
  '/': LANDING_HEAD,
  '/pricing': PRICING_HEAD,
  '/contact': CONTACT_HEAD,
  '/login': LOGIN_HEAD,
  '/register': REGISTER_HEAD,
  '/request-password-reset': REQUEST_RESET_HEAD,
  '/cookie-settings': COOKIE_SETTINGS_HEAD,
  '/withdrawal': WITHDRAWAL_HEAD,
  '/privacy-policy': PRIVACY_POLICY_HEAD,
  '/cookie-policy': COOKIE_POLICY_HEAD,
  '/terms-of-service': TERMS_HEAD,
  '/legal-notice': LEGAL_NOTICE_HEAD,
};

/** What every other address shows until its script has come. */
export const renderSpinner = (): Promise<string> => html(<ScreenSpinner />);

/** A public page as HTML, as a guest sees it first. Its tree is the one that `main.tsx` brings to life. */
export const renderPage = (path: PublicPage): Promise<string> => html(<WrittenPage>{treeOf(path)}</WrittenPage>);

async function html(tree: ReactNode): Promise<string> {
  // Whole and in one piece: a part that came later would need a script inside the page.
  const options = { progressiveChunkSize: Number.POSITIVE_INFINITY };
  const { prelude } = await prerender(tree, options);
  return await new Response(prelude).text();
}

const treeOf = (path: PublicPage) =>
  path === paths.home ? (
    <NavigationContext value={{ Link: PlainLink, go: () => undefined, pathname: path }}>
      <FirstVisit />
    </NavigationContext>
  ) : (
    <Suspense fallback={<ScreenSpinner />}>
      <StaticRouter location={path}>
        <RoutedApp />
      </StaticRouter>
    </Suspense>
  );

const WrittenPage = ({ children }: { children: ReactNode }) => (
  <OperatorContext value={OPERATOR_TOKENS}>
    <StrictMode>
      <ErrorBoundary>{children}</ErrorBoundary>
    </StrictMode>
  </OperatorContext>
);
