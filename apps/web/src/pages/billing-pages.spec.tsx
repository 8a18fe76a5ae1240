import { fireEvent, screen } from '@testing-library/react';
import { browser } from '../lib/browser.js';
import { aToken, FREE_STATUS } from '../testing/builders.js';
import { fakeApi, refusal } from '../testing/fake-api.js';
import { openApp } from '../testing/render-app.js';

const NEXT = '2026-12-20T12:00:00.000Z';
const ACTIVE = { ...FREE_STATUS, subscriptionStatus: 'active', nextBillingDate: NEXT };
const leaveFor = jest.spyOn(browser, 'leaveFor').mockImplementation();

function open(path: string, status: unknown, routes = {}) {
  fakeApi({
    'GET /api/billing/status': status,
    'GET /api/auth/profile': refusal(503, 'service_unavailable', 'Down.'),
    ...routes,
  });
  return openApp(path, { token: aToken() });
}

beforeEach(() => {
  localStorage.clear();
  leaveFor.mockClear();
});

describe('the billing panel', () => {
  const valueOf = async (label: string) => (await screen.findByText(label)).nextElementSibling?.textContent;

  it('shows Premium and when it is charged next, and leads to the portal', async () => {
    const user = open('/account', ACTIVE, { 'POST /api/billing/customer-portal': { url: 'https://pay.example/p' } });
    expect(await valueOf('Your Plan')).toBe('Premium');
    expect(await valueOf('Subscription status')).toBe('active');
    expect(await valueOf('Next billing date')).toBe('December 20, 2026');
    await user.click(screen.getByRole('button', { name: 'Manage Billing' }));
    expect(leaveFor).toHaveBeenCalledWith('https://pay.example/p');
  });

  it('says that a canceled subscription runs on', async () => {
    open('/account', { ...ACTIVE, cancelAtPeriodEnd: true });
    expect(await valueOf('Subscription canceled and running until period end')).toBe('December 20, 2026');
    expect(await valueOf('Your Plan')).toBe('Premium');
  });

  it.each([
    ['canceled', 'Canceled'],
    ['none', 'Free'],
  ])('offers Premium to a member whose status is %s', async (subscriptionStatus, plan) => {
    const url = 'https://pay.example/c';
    const status = { ...FREE_STATUS, subscriptionStatus };
    const user = open('/account', status, { 'POST /api/billing/create-checkout-session': { url } });
    expect(await valueOf('Your Plan')).toBe(plan);
    expect(await valueOf('Subscription status')).toBe(subscriptionStatus);
    expect(screen.queryByText('Next billing date')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Go Premium' }));
    expect(leaveFor).toHaveBeenCalledWith(url);
    expect(await screen.findByRole('button', { name: 'Redirecting...' })).toBeDisabled();
  });

  it('is ready again for who comes back with the Back button', async () => {
    const url = 'https://pay.example/c';
    const user = open('/account', FREE_STATUS, { 'POST /api/billing/create-checkout-session': { url } });
    await user.click(await screen.findByRole('button', { name: 'Go Premium' }));
    await screen.findByRole('button', { name: 'Redirecting...' });
    fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }));
    expect(await screen.findByRole('button', { name: 'Go Premium' })).toBeEnabled();
  });

  it.each([
    ['Go Premium', FREE_STATUS, 'Failed to start subscription'],
    ['Manage Billing', ACTIVE, 'Failed to open billing portal'],
  ])('says when %s led nowhere', async (button, status, sentence) => {
    const logged = jest.spyOn(console, 'error').mockImplementation();
    const down = refusal(503, 'payment_unavailable', 'Down.');
    const user = open('/account', status, {
      ...{ 'POST /api/billing/create-checkout-session': down, 'POST /api/billing/customer-portal': down },
    });
    await user.click(await screen.findByRole('button', { name: button }));
    expect(await screen.findByText(sentence)).toBeVisible();
    logged.mockRestore();
  });

  it('says what the server says to a member who already pays', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation();
    const user = open('/account', FREE_STATUS, {
      'POST /api/billing/create-checkout-session': refusal(409, 'already_subscribed', 'You already have Premium.'),
    });
    await user.click(await screen.findByRole('button', { name: 'Go Premium' }));
    expect(await screen.findByText('You already have Premium.')).toBeVisible();
    logged.mockRestore();
  });
});

describe('coming back from paying', () => {
  it('shows that it worked and leads to the dashboard', async () => {
    open('/billing/success?session_id=cs_test_1', ACTIVE);
    expect(await screen.findByRole('heading', { name: 'Payment successful' })).toBeVisible();
    expect(screen.getByText(/Premium is yours/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
  });

  it('promises nothing that the server has not confirmed', async () => {
    open('/billing/success', FREE_STATUS);
    expect(await screen.findByText(/as soon as the payment is confirmed/)).toBeVisible();
    expect(screen.queryByText(/Premium is yours/)).toBeNull();
  });

  it('without having paid leads to the account', async () => {
    open('/billing/cancel', FREE_STATUS);
    expect(await screen.findByRole('heading', { name: 'Payment not completed' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to Account' })).toHaveAttribute('href', '/account');
  });
});
