import { screen } from '@testing-library/react';
import { aToken, FREE_STATUS } from '../testing/builders.js';
import { fakeApi } from '../testing/fake-api.js';
import { openApp } from '../testing/render-app.js';

const open = (address: string, member: { token: string; status?: string } | null) => {
  fakeApi({ 'GET /api/billing/status': { ...FREE_STATUS, subscriptionStatus: member?.status ?? 'none' } });
  openApp(address, member ? { token: member.token } : {});
};
const leadsTo = async (name: string, path: string) =>
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', path);

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('cookieConsent', 'declined');
});

describe('the start buttons', () => {
  it.each([
    ['a guest', null, '/register'],
    ['a member', { token: aToken() }, '/dashboard'],
  ])('of the landing page lead %s to the right place', async (_, member, path) => {
    open('/', member);
    for (const name of ['Get Started', 'Get Started Now']) await leadsTo(name, path);
  });

  it.each([
    ['a guest', null, '/register'],
    ['a free member', { token: aToken() }, '/plans'],
    ['a member whose plan was canceled', { token: aToken(), status: 'canceled' }, '/plans'],
    ['a member who pays', { token: aToken(), status: 'active' }, '/dashboard'],
  ])('of the pricing page lead %s to the right place', async (_, member, path) => {
    open('/pricing', member);
    for (const name of ['Get Started', 'Start now']) await leadsTo(name, path);
  });
});
