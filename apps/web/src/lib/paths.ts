import type { PlatformId } from '@segue/contracts';

/** Where every screen lives. */
export const paths = {
  home: '/',
  pricing: '/pricing',
  faq: '/pricing#faq',
  plans: '/plans',
  login: '/login',
  register: '/register',
  requestPasswordReset: '/request-password-reset',
  resetPassword: '/reset-password/:token',
  dashboard: '/dashboard',
  platforms: '/platforms',
  account: '/account',
  admin: '/admin',
  playlist: '/playlist/:platform/:id',
  liked: '/playlist/:platform/liked',
  billingSuccess: '/billing/success',
  billingCancel: '/billing/cancel',
  contact: '/contact',
  cookieSettings: '/cookie-settings',
  privacyPolicy: '/privacy-policy',
  cookiePolicy: '/cookie-policy',
  termsOfService: '/terms-of-service',
  legalNotice: '/legal-notice',
} as const;

export const playlistPath = (platform: PlatformId, id: string): string =>
  `/playlist/${platform}/${encodeURIComponent(id)}`;

export const likedPath = (platform: PlatformId): string => `/playlist/${platform}/liked`;

export const dashboardPath = (platform: PlatformId): string => `${paths.dashboard}?tab=${platform}`;
