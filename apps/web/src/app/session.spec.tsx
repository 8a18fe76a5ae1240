import { act, screen, waitFor, within } from '@testing-library/react';
import { reportEndedSession } from '../lib/ended-session.js';
import { aPlatformStatus, aToken, FREE_STATUS } from '../testing/builders.js';
import { fakeApi, refusal } from '../testing/fake-api.js';
import { currentPath, openApp } from '../testing/render-app.js';

const ROUTES = {
  'GET /api/billing/status': FREE_STATUS,
  'GET /api/:platform/status': aPlatformStatus({ connected: false }),
  'POST /api/auth/logout': { message: 'Bye.' },
};
const field = (label: string) => screen.findByLabelText(label);

beforeEach(() => localStorage.clear());

describe('guards', () => {
  it.each(['/dashboard', '/platforms', '/account', '/playlist/spotify/p1', '/playlist/spotify/liked'])(
    'send a guest from %s to /login',
    async (address) => {
      fakeApi(ROUTES);
      openApp(address);
      expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
      expect(currentPath()).toBe('/login');
    },
  );

  it('send a member from /login to /dashboard', async () => {
    fakeApi(ROUTES);
    openApp('/login', { token: aToken() });
    await waitFor(() => expect(currentPath()).toBe('/dashboard'));
  });

  it('discard an expired token', async () => {
    const seen = fakeApi(ROUTES);
    openApp('/dashboard', { token: aToken({ exp: 1 }) });
    await screen.findByRole('button', { name: 'Login' });
    expect(localStorage.getItem('token')).toBeNull();
    expect(seen).toEqual([]);
  });

  it('send a reset address without a token to /login', async () => {
    fakeApi(ROUTES);
    openApp('/reset-password');
    await screen.findByRole('button', { name: 'Login' });
  });
});

describe('a stored token', () => {
  it('signs in, and the app waits behind a spinner until the plan is known', async () => {
    let answer: (status: unknown) => void = () => undefined;
    const status = new Promise((resolve) => (answer = resolve));
    const seen = fakeApi({ ...ROUTES, 'GET /api/billing/status': () => status });
    openApp('/platforms', { token: aToken() });
    await waitFor(() => expect(seen.map(({ path }) => path)).toEqual(['/api/billing/status']));
    expect(screen.getByRole('status')).toHaveTextContent('Loading...');
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
    answer(FREE_STATUS);
    expect(await screen.findByRole('heading', { name: 'Your Platforms' })).toBeVisible();
  });

  it.each([
    ['is none', 'garbage'],
    ['cannot be decoded', 'a.b.c'],
    ['does not say until when it holds', aToken({ exp: 'soon' })],
    ['runs out this very second', aToken({ exp: Math.floor(Date.now() / 1000) })],
  ])('that %s counts as expired', async (_, token) => {
    const seen = fakeApi(ROUTES);
    openApp('/account', { token });
    await screen.findByRole('button', { name: 'Login' });
    expect(localStorage.getItem('token')).toBeNull();
    expect(seen).toEqual([]);
  });
});

describe('signing in', () => {
  it('keeps the token and asks for the plan', async () => {
    const token = aToken();
    const seen = fakeApi({ ...ROUTES, 'POST /api/auth/login': { token } });
    const user = openApp('/login');
    await user.type(await field('Email'), 'mira@example.com');
    await user.type(await field('Password'), 'right-password');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    await waitFor(() => expect(currentPath()).toBe('/dashboard'));
    expect(localStorage.getItem('token')).toBe(token);
    expect(seen.find(({ path }) => path === '/api/billing/status')?.headers).toMatchObject({
      authorization: `Bearer ${token}`,
    });
  });

  it('shows a refusal in words', async () => {
    fakeApi({ ...ROUTES, 'POST /api/auth/login': refusal(401, 'invalid_credentials', '') });
    const user = openApp('/login');
    await user.type(await field('Email'), 'mira@example.com');
    await user.type(await field('Password'), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid email or password');
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('leads back to where the guest wanted to go', async () => {
    fakeApi({ ...ROUTES, 'POST /api/auth/login': { token: aToken() } });
    const user = openApp('/platforms');
    await user.type(await field('Email'), 'mira@example.com');
    await user.type(await field('Password'), 'right-password');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByRole('heading', { name: 'Your Platforms' })).toBeVisible();
  });

  it('shows nothing but a spinner until the plan is known, while the screen behind it loads', async () => {
    let answer: (status: unknown) => void = () => undefined;
    const seen = fakeApi({ ...ROUTES, 'GET /api/billing/status': () => new Promise((resolve) => (answer = resolve)) });
    openApp('/platforms', { token: aToken() });
    await waitFor(() => expect(seen.map(({ path }) => path)).toContain('/api/spotify/status'));
    expect(screen.getByRole('status')).toHaveTextContent('Loading...');
    expect(screen.queryByRole('heading')).toBeNull();
    answer(FREE_STATUS);
    expect(await screen.findByRole('heading', { name: 'Your Platforms' })).toBeVisible();
  });

  it('goes on when the status cannot be fetched', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation();
    fakeApi({ ...ROUTES, 'GET /api/billing/status': refusal(503, 'service_unavailable', 'Down.') });
    openApp('/platforms', { token: aToken() });
    expect(await screen.findByRole('heading', { name: 'Your Platforms' })).toBeVisible();
    expect(logged).toHaveBeenCalledWith('Failed to fetch subscription status', expect.anything());
    logged.mockRestore();
  });
});

describe('registering', () => {
  const fillIn = async () => {
    const user = openApp('/register');
    await user.type(await field('Name'), 'Mira');
    await user.type(await field('Email'), 'mira@example.com');
    await user.type(await field('Password'), 'a-fine-password');
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
  };

  it('signs in and leads to the plans', async () => {
    fakeApi({ ...ROUTES, 'POST /api/auth/register': { message: 'ok' }, 'POST /api/auth/login': { token: aToken() } });
    await fillIn();
    expect(await screen.findByRole('heading', { name: 'Choose your plan' })).toBeVisible();
    expect(currentPath()).toBe('/plans');
  });

  it('says what the server refused', async () => {
    fakeApi({ ...ROUTES, 'POST /api/auth/register': refusal(409, 'email_taken', 'Registration failed') });
    await fillIn();
    expect(await screen.findByRole('alert')).toHaveTextContent('Registration failed');
  });

  it('says when only the sign-in failed', async () => {
    fakeApi({ ...ROUTES, 'POST /api/auth/register': { message: 'ok' }, 'POST /api/auth/login': refusal(500, 'x', '') });
    await fillIn();
    expect(await screen.findByRole('alert')).toHaveTextContent('Login failed after registration');
  });
});

describe('a form', () => {
  it.each([
    ['/login', ['current-password', 'email']],
    ['/register', ['email', 'name', 'new-password']],
    ['/request-password-reset', ['email']],
    ['/reset-password/abc', ['new-password', 'new-password']],
  ])('at %s lets password managers and pasting do their work [S26]', async (address, expected) => {
    fakeApi(ROUTES);
    const user = openApp(address);
    await screen.findAllByRole('button');
    const inputs = await waitFor(() => {
      const found = [...document.querySelectorAll<HTMLInputElement>('form input')];
      expect(found).toHaveLength(expected.length);
      return found;
    });
    expect(inputs.map(({ autocomplete }) => autocomplete).sort()).toEqual(expected);
    for (const input of inputs) {
      if (input.autocomplete.endsWith('password')) expect(input.type).toBe('password');
      if (input.autocomplete === 'email') expect(input.type).toBe('email');
      await user.click(input);
      await user.paste('pasted@segue.test');
      expect(input).toHaveValue('pasted@segue.test');
    }
  });

  it('to register names the age, the terms and the privacy policy before it is sent [S171]', async () => {
    fakeApi(ROUTES);
    openApp('/register');
    expect(await screen.findByText(/you are 16 or older/)).toBeVisible();
    const main = screen.getByRole('main');
    for (const name of ['Terms of Service', 'Privacy Policy']) {
      expect(within(main).getByRole('link', { name })).toBeVisible();
    }
  });
});

describe('leaving', () => {
  it('clears what the member left in the browser and tells the server [S40]', async () => {
    const seen = fakeApi(ROUTES);
    const user = openApp('/platforms', { token: aToken() });
    for (const key of ['cachedPlaylists.spotify', 'failedTracks', 'bulkAdd']) localStorage.setItem(key, '[]');
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(currentPath()).toBe('/'));
    expect(Object.keys(localStorage)).toEqual([]);
    await waitFor(() => expect(seen.map(({ path }) => path)).toContain('/api/auth/logout'));
    expect(await screen.findByText('Effortlessly Transfer & Sync Your Music Playlists')).toBeVisible();
  });

  it('closes the menu of a small screen', async () => {
    fakeApi(ROUTES);
    const user = openApp('/platforms', { token: aToken() });
    await user.click(await screen.findByRole('button', { name: 'Open menu' }));
    const menu = within(await screen.findByRole('dialog', { name: 'Menu' }));
    await user.click(menu.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(currentPath()).toBe('/'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('happens by itself when the token runs out', async () => {
    fakeApi(ROUTES);
    openApp('/platforms', { token: aToken({ exp: Math.floor(Date.now() / 1000) + 2 }) });
    expect(await screen.findByRole('heading', { name: 'Your Platforms' })).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Login' }, { timeout: 10_000 })).toBeVisible();
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('happens by itself when the server refused the token before anything was drawn', async () => {
    fakeApi(ROUTES);
    reportEndedSession();
    openApp('/platforms', { token: aToken() });
    expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('happens by itself when the server no longer accepts the token', async () => {
    fakeApi(ROUTES);
    openApp('/platforms', { token: aToken() });
    await screen.findByRole('heading', { name: 'Your Platforms' });
    act(() => reportEndedSession());
    expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
    expect(localStorage.getItem('token')).toBeNull();
  });
});
