import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False while a page is as it was written at build time, true once it is alive. What is typed before would be lost. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
