import { isValidElement, Suspense } from 'react';
import { createRoutesFromElements, matchRoutes, Route, useRoutes } from 'react-router-dom';
import { ScreenSpinner } from '../components/spinner.js';
import { paths } from '../lib/paths.js';
import { LandingPage } from '../pages/landing-page.js';
import { AuthLayout } from './auth-layout.js';
import { AdminsOnly, GuestsOnly, MembersOnly } from './guards.js';
import { type LazyPage, lazyPage as page } from './lazy-page.js';
import { MainLayout } from './main-layout.js';
import { useScrollToTop } from './scroll-to-top.js';
import { useVisitBeacon } from './use-visit-beacon.js';

const QueryLayout = page(() => import('./query-layout.js'), 'QueryLayout');
const LoginPage = page(() => import('../pages/login-page.js'), 'LoginPage');
const RegisterPage = page(() => import('../pages/register-page.js'), 'RegisterPage');
const RequestResetPage = page(() => import('../pages/request-reset-page.js'), 'RequestResetPage');
const ResetPasswordPage = page(() => import('../pages/reset-password-page.js'), 'ResetPasswordPage');
const PricingPage = page(() => import('../pages/pricing-page.js'), 'PricingPage');
const PlansPage = page(() => import('../pages/plans-page.js'), 'PlansPage');
const ContactPage = page(() => import('../pages/contact-page.js'), 'ContactPage');
const BillingSuccessPage = page(() => import('../pages/billing-success-page.js'), 'BillingSuccessPage');
const BillingCancelPage = page(() => import('../pages/billing-cancel-page.js'), 'BillingCancelPage');
const CookieSettingsPage = page(() => import('../pages/cookie-settings-page.js'), 'CookieSettingsPage');
const PrivacyPolicyPage = page(() => import('../pages/privacy-policy-page.js'), 'PrivacyPolicyPage');
const CookiePolicyPage = page(() => import('../pages/cookie-policy-page.js'), 'CookiePolicyPage');
const TermsOfServicePage = page(() => import('../pages/terms-of-service-page.js'), 'TermsOfServicePage');
const LegalNoticePage = page(() => import('../pages/legal-notice-page.js'), 'LegalNoticePage');
const WithdrawalPage = page(() => import('../pages/withdrawal-page.js'), 'WithdrawalPage');
const DashboardPage = page(() => import('../pages/dashboard-page.js'), 'DashboardPage');
const PlatformsPage = page(() => import('../pages/platforms-page.js'), 'PlatformsPage');
const AccountPage = page(() => import('../pages/account-page.js'), 'AccountPage');
const ComparePage = page(() => import('../pages/compare-page.js'), 'ComparePage');
const LikedSongsPage = page(() => import('../pages/liked-songs-page.js'), 'LikedSongsPage');
const AdminPage = page(() => import('../pages/admin-page.js'), 'AdminPage');
const NotFoundPage = page(() => import('../pages/not-found-page.js'), 'NotFoundPage');

const ROUTES = createRoutesFromElements(
  <>
    <Route element={<GuestsOnly />}>
      <Route element={<AuthLayout />}>
        <Route path={paths.login} element={<LoginPage />} />
        <Route path={paths.register} element={<RegisterPage />} />
        <Route path={paths.requestPasswordReset} element={<RequestResetPage />} />
        <Route path={`${paths.resetPasswordWithoutToken}/:token?`} element={<ResetPasswordPage />} />
      </Route>
    </Route>
    <Route element={<MainLayout />}>
      <Route path={paths.home} element={<LandingPage />} />
      <Route path={paths.pricing} element={<PricingPage />} />
      <Route path={paths.plans} element={<PlansPage />} />
      <Route path={paths.contact} element={<ContactPage />} />
      <Route path={paths.billingSuccess} element={<BillingSuccessPage />} />
      <Route path={paths.billingCancel} element={<BillingCancelPage />} />
      <Route path={paths.withdrawal} element={<WithdrawalPage />} />
      <Route path={paths.cookieSettings} element={<CookieSettingsPage />} />
      <Route path={paths.privacyPolicy} element={<PrivacyPolicyPage />} />
      <Route path={paths.cookiePolicy} element={<CookiePolicyPage />} />
      <Route path={paths.termsOfService} element={<TermsOfServicePage />} />
      <Route path={paths.legalNotice} element={<LegalNoticePage />} />
      <Route element={<MembersOnly />}>
        <Route element={<QueryLayout />}>
          <Route path={paths.dashboard} element={<DashboardPage />} />
          <Route path={paths.platforms} element={<PlatformsPage />} />
          <Route path={paths.account} element={<AccountPage />} />
          <Route path={paths.liked} element={<LikedSongsPage />} />
          <Route path={paths.playlist} element={<ComparePage />} />
        </Route>
      </Route>
      <Route element={<AdminsOnly />}>
        <Route element={<QueryLayout />}>
          <Route path={paths.admin} element={<AdminPage />} />
        </Route>
      </Route>
      <Route path="*" element={<NotFoundPage />} />
    </Route>
  </>,
);

/** Fetches the scripts of whatever stands at an address. */
export const loadScreens = async (pathname: string): Promise<void> => {
  const elements = matchRoutes(ROUTES, pathname)?.map(({ route }) => route.element) ?? [];
  await Promise.all(
    elements.map((element) => isValidElement(element) && isLazyPage(element.type) && element.type.load()),
  );
};

const isLazyPage = (type: unknown): type is LazyPage => typeof type === 'function' && 'load' in type;

export function AppRoutes() {
  useScrollToTop();
  useVisitBeacon();
  return <Suspense fallback={<ScreenSpinner />}>{useRoutes(ROUTES)}</Suspense>;
}
