import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { hasCode } from '../lib/api.js';

/** A screen may ask before it is drawn. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Only a line that broke is worth asking again at once; the server repeats reads at the platforms by itself.
    queries: { retry: (failures, error) => failures < 1 && hasCode(error, 'network'), refetchOnWindowFocus: false },
  },
});

/** What members' screens have loaded lives as long as one of them is shown, and never longer than the session. */
export function QueryLayout() {
  useEffect(() => () => queryClient.clear(), []);
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  );
}
