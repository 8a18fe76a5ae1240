import { listUsers, billingStatus, login, stripeWebhook } from '@segue/contracts';
import { eventually } from '@segue/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { call, PASSWORD, request } from './support/api.js';
import { describeInBrowser } from './support/browser.js';
import { control } from './support/simulator.js';
import { appUrl } from './support/system.js';

const DEMO_PASSWORD = 'segue-demo-password';
const LONGER_THAN_A_MONTH_SECONDS = 32 * 24 * 60 * 60;

const signIn = async (email: string, password: string): Promise<string> =>
  (await call(login, { body: { email, password } })).body.token;

/** Registers by hand and arrives at the plans. */
async function newMember(context: BrowserContext, name: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${appUrl()}/register`);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(`${name.toLowerCase()}@payers.test`);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL('**/plans');
  return page;
}

async function choosePremium(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose Premium' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/stripe/pay/**');
}

const valueOf = (page: Page, label: string) => page.locator(`dt:has-text("${label}") + dd`).innerText();

/** All events arrived through the gateway and were taken. */
const untilDelivered = () =>
  eventually(async () => expect(await control('GET', '/control/stripe/webhooks')).toMatchObject({ waiting: [] }));

describeInBrowser('Premium in a browser', (browser) => {
  let context: BrowserContext;
  beforeEach(async () => void (context = await browser().newContext({ viewport: { width: 1280, height: 900 } })));
  afterEach(async () => {
    await context.close();
    await control('PUT', '/control/clock', { offsetSeconds: 0 });
  });

  it('is bought, charged, canceled in the portal, and over at the end of its period', async () => {
    const page = await newMember(context, 'Perpetua');
    await choosePremium(page);
    await page.getByText('€1.99').waitFor();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.waitForURL('**/billing/success?session_id=cs_test_*');
    await page.getByText(/Premium is yours/).waitFor();
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await page.waitForURL('**/dashboard');

    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByText('Next billing date').waitFor();
    expect(await valueOf(page, 'Your Plan')).toBe('Premium');
    const nextBillingDate = await valueOf(page, 'Next billing date');

    await page.getByRole('button', { name: 'Manage Billing' }).click();
    await page.waitForURL('**/stripe/portal/**');
    expect(await page.getByRole('row').last().innerText()).toMatch(/€1\.99\s+paid/);
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByText(`Segue Premium ends on ${nextBillingDate}`).waitFor();
    await untilDelivered();
    await page.getByRole('link', { name: 'Return to Segue' }).click();
    await page.getByText('Subscription canceled and running until period end').waitFor();
    expect(await valueOf(page, 'Your Plan')).toBe('Premium');

    await control('PUT', '/control/clock', { offsetSeconds: LONGER_THAN_A_MONTH_SECONDS });
    await untilDelivered();
    await page.reload();
    await page.getByRole('button', { name: 'Go Premium' }).waitFor();
    expect(await valueOf(page, 'Your Plan')).toBe('Canceled');

    const admin = await signIn('admin@segue.test', DEMO_PASSWORD);
    await eventually(async () => {
      const { body } = await call(listUsers, { token: admin });
      const member = body.find(({ email }: { email: string }) => email === 'perpetua@payers.test');
      expect(member).toMatchObject({ subscriptionStatus: 'canceled' });
    });
  });

  it('is not bought with a declined card, nor by going back [S104]', async () => {
    const page = await newMember(context, 'Petra');
    await choosePremium(page);
    await page.getByLabel(/0002/).check();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByRole('alert').getByText('Your card was declined.').waitFor();
    await page.getByRole('button', { name: 'Cancel and go back' }).click();
    await page.waitForURL('**/billing/cancel');
    await page.getByRole('heading', { name: 'Payment not completed' }).waitFor();
    await page.getByRole('link', { name: 'Go to Account' }).click();
    await page.getByRole('button', { name: 'Go Premium' }).waitFor();
    expect(await valueOf(page, 'Your Plan')).toBe('Free');
  });
});

describe('the demo accounts', () => {
  it.each([
    ['premium@segue.test', 'active'],
    ['admin@segue.test', 'active'],
    ['free@segue.test', 'none'],
  ])('%s has the plan %s', async (email, subscriptionStatus) => {
    const token = await signIn(email, DEMO_PASSWORD);
    await eventually(async () =>
      expect((await call(billingStatus, { token })).body).toMatchObject({ subscriptionStatus }),
    );
  });
});

describe("Stripe's door from outside", () => {
  it('takes nothing without a signature', async () => {
    const { status, body } = await request('POST', stripeWebhook.path, { body: { id: 'evt_1' } });
    expect([status, body.code]).toEqual([400, 'invalid_signature']);
  });
});
