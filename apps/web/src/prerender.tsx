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
import { PRICING_HEAD } from './pages/pricing-page.js';
import { PRIVACY_POLICY_HEAD } from './pages/privacy-policy-page.js';
import { TERMS_HEAD } from './pages/terms-of-service-page.js';
import { WITHDRAWAL_HEAD } from './pages/withdrawal-page.js';

/** Every public page: what its head says, and the module of its own script (none where the entry holds it). */
export const PAGES: Record<PublicPage, { head: PageHead; module: string | null }> = {
  '/': { head: LANDING_HEAD, module: null },
  '/pricing': { head: PRICING_HEAD, module: 'src/pages/pricing-page.tsx' },
  '/contact': { head: CONTACT_HEAD, module: 'src/pages/contact-page.tsx' },
  '/cookie-settings': { head: COOKIE_SETTINGS_HEAD, module: 'src/pages/cookie-settings-page.tsx' },
  '/withdrawal': { head: WITHDRAWAL_HEAD, module: 'src/pages/withdrawal-page.tsx' },
  '/privacy-policy': { head: PRIVACY_POLICY_HEAD, module: 'src/pages/privacy-policy-page.tsx' },
  '/cookie-policy': { head: COOKIE_POLICY_HEAD, module: 'src/pages/cookie-policy-page.tsx' },
  '/terms-of-service': { head: TERMS_HEAD, module: 'src/pages/terms-of-service-page.tsx' },
  '/legal-notice': { head: LEGAL_NOTICE_HEAD, module: 'src/pages/legal-notice-page.tsx' },
};

/** A public page as HTML, as a guest sees it first. Its tree is the one that `main.tsx` brings to life. */
export async function renderPage(path: PublicPage): Promise<string> {
  // Whole and in one piece: a part that came later would need a script inside the page.
  const options = { progressiveChunkSize: Number.POSITIVE_INFINITY };
  const { prelude } = await prerender(<WrittenPage>{treeOf(path)}</WrittenPage>, options);
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
