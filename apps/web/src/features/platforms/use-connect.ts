import { PLATFORMS, type PlatformId } from '@segue/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useToasts } from '../../components/toasts.js';
import { messageOf } from '../../lib/api.js';
import { browser } from '../../lib/browser.js';
import { connectWith, developerToken, startRedirect } from './api.js';
import { authorize, prepareMusicKit } from './music-kit.js';

export interface Connecting {
  connect: () => Promise<void>;
  busy: boolean;
}

/** Connects by leaving for the platform's consent page; it sends the browser back to /platforms. */
export function useRedirectConnect(platform: PlatformId): Connecting {
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);

  async function connect() {
    setBusy(true);
    try {
      const { url } = await startRedirect(platform);
      browser.leaveFor(url);
    } catch (error) {
      toasts.bad(`${PLATFORMS[platform].name} connection failed (${messageOf(error, 'no answer')})`);
      setBusy(false);
    }
  }
  return { connect, busy };
}

/** Connects through the platform's own script, which hands us a token for the server. */
export function useTokenConnect(platform: PlatformId, enabled: boolean): Connecting {
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const preparation = {
    queryKey: ['platform-script', platform],
    queryFn: async () => {
      const { token, scriptUrl } = await developerToken(platform);
      return await prepareMusicKit(token, scriptUrl);
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  };
  // Before the click: browsers allow the pop-up only right after it.
  useQuery({ ...preparation, enabled });

  async function connect() {
    setBusy(true);
    try {
      const music = await queryClient.ensureQueryData(preparation);
      const userToken = await authorize(music);
      await connectWith(platform, userToken);
      toasts.good(`${PLATFORMS[platform].name} is connected.`);
    } catch (error) {
      const reason = messageOf(error, error instanceof Error ? error.message : 'no permission was given');
      toasts.bad(`${PLATFORMS[platform].name} connection failed (${reason})`);
    } finally {
      setBusy(false);
    }
    await queryClient.invalidateQueries({ queryKey: ['platform-status', platform] });
  }
  return { connect, busy };
}
