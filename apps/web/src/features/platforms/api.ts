import {
  platformConnect,
  platformDisconnect,
  type PlatformId,
  platformLogin,
  platformProfile,
  platformStatus,
  platformToken,
} from '@segue/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.js';

export const platformStatusQuery = (platform: PlatformId) =>
  queryOptions({
    queryKey: ['platform-status', platform],
    queryFn: ({ signal }) => call(platformStatus, { params: { platform }, signal }),
    staleTime: 30_000,
  });

export const platformProfileQuery = (platform: PlatformId) =>
  queryOptions({
    queryKey: ['platform-profile', platform],
    queryFn: ({ signal }) => call(platformProfile, { params: { platform }, signal }),
    staleTime: 60_000,
  });

export const startRedirect = (platform: PlatformId) => call(platformLogin, { params: { platform } });
export const developerToken = (platform: PlatformId) => call(platformToken, { params: { platform } });
export const connectWith = (platform: PlatformId, userToken: string) =>
  call(platformConnect, { params: { platform }, body: { userToken } });
export const disconnect = (platform: PlatformId) => call(platformDisconnect, { params: { platform } });
