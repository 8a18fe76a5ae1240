import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../app/app.js';

/** Opens the app at an address, as a browser would. */
export function openApp(address: string, options: { token?: string } = {}) {
  if (options.token !== undefined) localStorage.setItem('token', options.token);
  window.history.replaceState(null, '', address);
  render(<App />);
  return userEvent.setup();
}

export const currentPath = (): string => window.location.pathname + window.location.search;
