import { screen, waitFor } from '@testing-library/react';
import { browser } from '../lib/browser.js';
import { aPlatformStatus, aToken, FREE_STATUS } from '../testing/builders.js';
import { fakeApi, refusal } from '../testing/fake-api.js';
import { currentPath, openApp } from '../testing/render-app.js';

const ACTIVE = { ...FREE_STATUS, subscriptionStatus: 'active' };
const leaveFor = jest.spyOn(browser, 'leaveFor').mockImplementation();

async function choose(plan: 'Free' | 'Premium', options: { token?: string; status?: unknown; routes?: object } = {}) {
  fakeApi({
    'GET /api/billing/status': options.status ?? FREE_STATUS,
    'GET /api/:platform/status': aPlatformStatus({ connected: false }),
    ...options.routes,
  });
  const user = openApp('/plans', { token: aToken(), ...options });
  expect(await screen.findByRole('button', { name: 'Continue' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: `Choose ${plan}` }));
  expect(screen.getByRole('button', { name: `Selected ${plan}` })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
}

beforeEach(() => {
  localStorage.clear();
  leaveFor.mockClear();
});

describe('choosing a plan', () => {
  it('leads a free member who stays free to the dashboard', async () => {
    await choose('Free');
    await waitFor(() => expect(currentPath()).toBe('/dashboard'));
  });

  it('takes a free member who wants Premium to the checkout', async () => {
    await choose('Premium', {
      routes: { 'POST /api/billing/create-checkout-session': { url: 'https://pay.example/1' } },
    });
    await waitFor(() => expect(leaveFor).toHaveBeenCalledWith('https://pay.example/1'));
  });

  it('says when the checkout could not be started', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation();
    const down = refusal(503, 'service_unavailable', 'Down.');
    await choose('Premium', { routes: { 'POST /api/billing/create-checkout-session': down } });
    expect(await screen.findByText('Failed to start subscription')).toBeVisible();
    logged.mockRestore();
  });

  it('leads a premium member who stays premium to the dashboard', async () => {
    await choose('Premium', { status: ACTIVE });
    await waitFor(() => expect(currentPath()).toBe('/dashboard'));
  });

  it('opens the billing portal for a premium member who wants the free plan', async () => {
    await choose('Free', {
      status: ACTIVE,
      routes: { 'POST /api/billing/customer-portal': { url: 'https://pay.example/p' } },
    });
    await waitFor(() => expect(leaveFor).toHaveBeenCalledWith('https://pay.example/p'));
  });

  it('leads a guest to the registration', async () => {
    fakeApi({});
    const user = openApp('/plans');
    await user.click(await screen.findByRole('button', { name: 'Choose Premium' }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(currentPath()).toBe('/register'));
  });
});
