import { screen } from '@testing-library/react';
import { fakeApi, refusal } from '../testing/fake-api.js';
import { openApp } from '../testing/render-app.js';

async function declare(answer: unknown) {
  const seen = fakeApi({ 'POST /api/withdrawal': answer });
  const user = openApp('/withdrawal');
  await user.type(await screen.findByLabelText('Name'), 'Mira Voss');
  await user.type(screen.getByLabelText('Email'), 'mira@example.com');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText(/I hereby withdraw from my contract for Segue Premium/)).toBeVisible();
  expect(seen.filter(({ path }) => path === '/api/withdrawal')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Confirm withdrawal' }));
  return seen;
}

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('cookieConsent', 'declined');
});

describe('withdrawing from a contract', () => {
  it('takes two steps, no account, and ends with the time of receipt [S172]', async () => {
    const seen = await declare({ success: true, receivedAt: '2026-11-20T12:00:00.000Z' });
    expect(await screen.findByText(/Your withdrawal was received on November 20, 2026/)).toBeVisible();
    expect(seen.map(({ body }) => body)).toEqual([{ name: 'Mira Voss', email: 'mira@example.com' }]);
  });

  it('says why it could not be sent, and can be sent again', async () => {
    await declare(refusal(429, 'rate_limited', 'Too many requests. Please slow down.'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests. Please slow down.');
    expect(screen.getByRole('button', { name: 'Confirm withdrawal' })).toBeEnabled();
  });
});
