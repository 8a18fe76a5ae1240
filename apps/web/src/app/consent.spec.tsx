import { act, screen, waitFor } from '@testing-library/react';
import { resetConsent } from '../lib/consent.js';
import { aPlatformStatus, aToken, FREE_STATUS } from '../testing/builders.js';
import { fakeApi } from '../testing/fake-api.js';
import { openApp } from '../testing/render-app.js';

const ROUTES = {
  'POST /api/consent': { success: true },
  'POST /api/visits': { recorded: true },
  'GET /api/billing/status': FREE_STATUS,
  'GET /api/:platform/status': aPlatformStatus({ connected: false }),
};
const banner = () => screen.findByRole('region', { name: 'Cookies' });
const noBanner = () => waitFor(() => expect(screen.queryByRole('region', { name: 'Cookies' })).not.toBeInTheDocument());
const button = (name: string) => screen.findByRole('button', { name });
const cookies = () => Object.fromEntries(document.cookie.split('; ').map((cookie) => cookie.split('=')));
const YES = { analytics: true, marketing: true };
const NO = { analytics: false, marketing: false };

beforeEach(() => {
  localStorage.clear();
  fakeApi(ROUTES);
  act(resetConsent);
});

async function choose(...names: string[]) {
  const seen = fakeApi(ROUTES);
  const user = openApp('/cookie-settings');
  for (const name of names) {
    const role = ['Analytics', 'Marketing'].includes(name) ? 'checkbox' : 'button';
    await user.click(await screen.findByRole(role, { name }));
  }
  return { user, seen };
}

describe('the question about cookies', () => {
  it.each([
    ['accepted', YES, ['Accept All']],
    ['declined', NO, ['Decline']],
    ['custom', { analytics: true, marketing: false }, ['Manage Preferences', 'Analytics', 'Save Preferences']],
    ['custom', NO, ['Manage Preferences', 'Save Preferences']],
  ])(
    'is answered %s %j by %j: remembered twice, told to the server, hidden [S169]',
    async (summary, details, names) => {
      const { seen } = await choose(...names);
      await noBanner();
      expect(localStorage.getItem('cookieConsent')).toBe(summary);
      expect(JSON.parse(localStorage.getItem('cookieConsentDetails') ?? '')).toEqual(details);
      expect(cookies()['cookieConsent']).toBe(summary);
      expect(JSON.parse(decodeURIComponent(cookies()['cookieConsentDetails'] ?? ''))).toEqual(details);
      await waitFor(() => expect(seen).toMatchObject([{ path: '/api/consent', body: { summary, details } }]));
    },
  );

  it('has both boxes off at first, and Cancel goes back', async () => {
    const { user } = await choose('Manage Preferences');
    for (const name of ['Analytics', 'Marketing']) expect(screen.getByRole('checkbox', { name })).not.toBeChecked();
    await user.click(await button('Cancel'));
    expect(await button('Accept All')).toBeVisible();
  });

  it('lasts a year, for every page, and is not sent from other sites [S141]', async () => {
    const written = jest.spyOn(document, 'cookie', 'set');
    await choose('Accept All');
    const attributes = 'Max-Age=31536000; Path=/; SameSite=Lax';
    expect(written.mock.calls.flat()).toEqual([
      `cookieConsent=accepted; ${attributes}`,
      `cookieConsentDetails=${encodeURIComponent(JSON.stringify(YES))}; ${attributes}`,
    ]);
    written.mockRestore();
  });

  it('is asked again by Cookie Settings, which takes back what was allowed and leads there by keyboard [S169]', async () => {
    const { user, seen } = await choose('Accept All');
    await noBanner();
    await user.click(await button('Cookie Settings'));
    expect(await banner()).toHaveFocus();
    expect(localStorage.getItem('cookieConsent')).toBeNull();
    expect(document.cookie).toBe('');
    await waitFor(() => expect(seen.at(-1)?.body).toEqual({ summary: 'none', details: NO }));
  });

  it('is not asked of somebody who has chosen in another tab', async () => {
    const { user } = await choose();
    await banner();
    localStorage.setItem('cookieConsent', 'declined');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'cookieConsent', newValue: 'declined' })));
    await noBanner();
    await user.click(await button('Choose again'));
    await banner();
  });
});

describe('a change of page', () => {
  const visits = (seen: Array<{ path: string; body: unknown }>) =>
    seen.filter(({ path }) => path === '/api/visits').map(({ body }) => body);

  it('is told by its path alone, without the token, when analytics are allowed', async () => {
    const { user, seen } = await openSignedIn('Accept All');
    await user.click(screen.getByRole('link', { name: 'Account' }));
    await waitFor(() => expect(visits(seen)).toEqual([{ path: '/account' }]));
    expect(seen.find(({ path }) => path === '/api/visits')?.headers).toEqual({ 'content-type': 'application/json' });
  });

  it('is nobody else’s business otherwise', async () => {
    const { user, seen } = await openSignedIn('Decline');
    await user.click(screen.getByRole('link', { name: 'Account' }));
    await screen.findByRole('heading', { name: 'Account' });
    expect(visits(seen)).toEqual([]);
  });

  async function openSignedIn(answer: string) {
    const seen = fakeApi(ROUTES);
    const user = openApp('/platforms', { token: aToken() });
    await screen.findByRole('heading', { name: 'Your Platforms' });
    await user.click(await button(answer));
    return { user, seen };
  }
});
