/** Where every screen lives; `:name` marks a parameter. */
export const PAGES = {
  home: '/',
  pricing: '/pricing',
  plans: '/plans',
  login: '/login',
  register: '/register',
  requestPasswordReset: '/request-password-reset',
  resetPassword: '/reset-password/:token',
  resetPasswordWithoutToken: '/reset-password',
  dashboard: '/dashboard',
  platforms: '/platforms',
  account: '/account',
  liked: '/playlist/:platform/liked',
  playlist: '/playlist/:platform/:id',
  admin: '/admin',
  billingSuccess: '/billing/success',
  billingCancel: '/billing/cancel',
  contact: '/contact',
  withdrawal: '/withdrawal',
  cookieSettings: '/cookie-settings',
  privacyPolicy: '/privacy-policy',
  cookiePolicy: '/cookie-policy',
  termsOfService: '/terms-of-service',
  legalNotice: '/legal-notice',
} as const;
export type PageTemplate = (typeof PAGES)[keyof typeof PAGES];

/** Pages of the public site: written as HTML when the app is built, and named to search engines. */
export const PUBLIC_PAGES = [
  PAGES.home,
  PAGES.pricing,
  PAGES.contact,
  PAGES.cookieSettings,
  PAGES.withdrawal,
  PAGES.privacyPolicy,
  PAGES.cookiePolicy,
  PAGES.termsOfService,
  PAGES.legalNotice,
] as const satisfies readonly PageTemplate[];
export type PublicPage = (typeof PUBLIC_PAGES)[number];

/** The page an address belongs to, as its template, so that no id or secret of an address is ever kept; null for none. */
export function pageTemplateOf(path: string): PageTemplate | null {
  const parts = path.split('/');
  const fits = (template: string): boolean => {
    const names = template.split('/');
    return (
      names.length === parts.length &&
      names.every((name, place) => (name.startsWith(':') ? parts[place] !== '' : name === parts[place]))
    );
  };
  // Earlier ones win: liked songs are no playlist with the id `liked`.
  return Object.values(PAGES).find(fits) ?? null;
}
