import { PLATFORMS, type PlatformId } from '@segue/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDialogs } from '../../components/dialogs.js';
import { useToasts } from '../../components/toasts.js';
import { STORAGE, removeStored } from '../../lib/storage.js';
import { disconnect } from './api.js';
import { revokeHere } from './music-kit.js';

/** Ends a connection and forgets what this browser knows of the platform. */
export function useDisconnect(platform: PlatformId) {
  const { name, connect } = PLATFORMS[platform];
  const dialogs = useDialogs();
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function run() {
    setBusy(true);
    try {
      await disconnect(platform);
      if (connect === 'client-token') await revokeHere();
      removeStored(STORAGE.libraryPrefix + platform);
      queryClient.removeQueries({
        predicate: ({ queryKey }) => queryKey.includes(platform) && queryKey[0] !== 'platform-status',
      });
      toasts.good(`${name} is disconnected.`);
    } catch {
      void dialogs.error(`Error disconnecting ${name}`);
    } finally {
      setBusy(false);
    }
    await queryClient.invalidateQueries({ queryKey: ['platform-status', platform] });
  }
  return { disconnect: run, busy };
}
