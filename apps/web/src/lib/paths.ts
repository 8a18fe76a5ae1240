import { PAGES, type PlatformId } from '@segue/contracts';

/** Where every screen lives, and places within. */
export const paths = { ...PAGES, faq: `${PAGES.pricing}#faq` } as const;

export const playlistPath = (platform: PlatformId, id: string): string =>
  `/playlist/${platform}/${encodeURIComponent(id)}`;

export const likedPath = (platform: PlatformId): string => `/playlist/${platform}/liked`;

export const dashboardPath = (platform: PlatformId): string => `${paths.dashboard}?tab=${platform}`;
