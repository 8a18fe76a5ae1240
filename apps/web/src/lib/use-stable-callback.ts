import { useCallback, useLayoutEffect, useRef } from 'react';

/** A callback that never changes and always does what the newest one does. */
export function useStableCallback<Args extends unknown[]>(callback: (...args: Args) => void): (...args: Args) => void {
  const newest = useRef(callback);
  useLayoutEffect(() => {
    newest.current = callback;
  });
  return useCallback((...args: Args) => newest.current(...args), []);
}
