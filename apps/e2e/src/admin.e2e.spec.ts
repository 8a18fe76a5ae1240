import { AxeBuilder } from '@axe-core/playwright';
import {
  backendLogs,
  ipSummary,
  listUsers,
  login,
  register,
  replayEvent,
  serviceStatuses,
  visits,
} from '@segue/contracts';
import { eventually } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { call, newMember, PASSWORD, request } from './support/api.js';
import { describeInBrowser } from './support/browser.js';
import { ADDRESS, appUrl } from './support/system.js';

const ADMIN = { email: 'admin@segue.test', password: 'segue-demo-password' };
const CONSENT = `cookieConsentDetails=${encodeURIComponent('{"analytics":true,"marketing":false}')}`;
const PAYLOADS = [
  '<img src=x onerror=__x=1>',
  '"><script>__x=1</script>',
  '<svg onload=__x=1>',
  '{{7*7}}',
  '&lt;b&gt;',
];

const adminToken = async (): Promise<string> => (await call(login, { body: ADMIN })).body.token;

/** As far as an address is kept. */
const NETWORK = ADDRESS.replace(/\d+$/, '0');

/** Somebody who allows analytics looks at a page. */
const visit = (path: string, userAgent: string) =>
  request('GET', path, { headers: { cookie: CONSENT, 'user-agent': userAgent } });

describe('the calls of the dashboard', () => {
  it('are refused to guests and members [S124]', async () => {
    const { token } = await newMember();
    for (const endpoint of [listUsers, visits, ipSummary, backendLogs, serviceStatuses]) {
      expect((await call(endpoint)).status).toBe(401);
      expect((await call(endpoint, { token })).status).toBe(403);
    }
  });

  it('say that every service is ready and that nothing is left behind', async () => {
    const token = await adminToken();
    await eventually(async () => {
      const { body } = await call(serviceStatuses, { token });
      expect(body.services).toHaveLength(6);
      for (const { service, status, events } of body.services) {
        expect({ service, status, events }).toMatchObject({ service, status: 'ok', events: { outbox: { count: 0 } } });
      }
    });
  });

  it('show the logs of all services, without what must not be in them [S127]', async () => {
    const { token: member } = await newMember();
    await call(serviceStatuses, { token: member });
    const token = await adminToken();
    const { body } = await call(backendLogs, { token });
    // The newest lines of every service: what just happened is among them, whatever happened before.
    expect(body.out).toMatch(/ auth info .*"event":"account.registered"/);
    expect(body.out).toMatch(/ gateway info .*"errorCode":"forbidden"/);
    for (const service of ['billing', 'connectors', 'sync', 'admin'])
      expect(body.out + body.err).toContain(` ${service} `);
    expect(JSON.stringify(body)).not.toMatch(/eyJ|sk_test_|@segue\.test/);
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(256 * 1024);
  });

  it('replay nothing that was not given up', async () => {
    const params = { service: 'sync', id: randomUUID() };
    expect(await call(replayEvent, { token: await adminToken(), params })).toMatchObject({ status: 404 });
  });
});

describeInBrowser('the dashboard in a browser', (browser) => {
  let context: BrowserContext;
  let complaints: string[];
  beforeEach(async () => {
    context = await browser().newContext({ viewport: { width: 1280, height: 900 } });
    complaints = [];
  });
  afterEach(() => context.close());

  /** A page that is signed in, and whose complaints are kept. */
  async function openAs(credentials: { email: string; password: string }, path: string): Promise<Page> {
    const page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${appUrl()}/login`);
    await page.getByLabel('Email').fill(credentials.email);
    await page.getByLabel('Password').fill(credentials.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL('**/dashboard');
    await page.goto(appUrl() + path);
    return page;
  }
  const panelOf = (page: Page, name: string) => page.getByRole('region', { name });

  it('shows cards, charts, members and logs, and whatever they are called as text [S134]', async () => {
    for (const name of PAYLOADS) {
      const email = `${randomUUID()}@names.test`;
      expect((await call(register, { body: { name, email, password: PASSWORD } })).status).toBe(200);
    }
    for (const userAgent of PAYLOADS) await visit('/pricing', userAgent);
    const token = await adminToken();
    await eventually(async () => {
      const names = (await call(listUsers, { token })).body.map(({ name }: { name: string }) => name);
      expect(names).toEqual(expect.arrayContaining(PAYLOADS));
      expect((await call(visits, { token })).body.data.at(-1)).toMatchObject({ '/pricing': expect.any(Number) });
    });

    const page = await openAs(ADMIN, '/admin');
    for (const card of ['Total Users', 'Last Updated', 'Server Time', 'Git Version', 'Git Branch']) {
      await page.locator(`dt:has-text("${card}") + dd`).filter({ hasText: /\w/ }).waitFor();
    }
    await panelOf(page, 'Server Statistics').getByText('Load Average').waitFor();
    await page.getByRole('img', { name: /^Line chart of \d+ visits? to/ }).waitFor();
    expect(await panelOf(page, 'Recent Page Visits').locator('.recharts-line').count()).toBeGreaterThan(0);
    await panelOf(page, 'Top Visited Pages').getByRole('cell', { name: '/pricing' }).waitFor();
    await panelOf(page, 'IP Summary').locator('tspan', { hasText: NETWORK }).first().waitFor();
    for (const name of PAYLOADS) await page.getByRole('rowheader', { name, exact: true }).first().waitFor();
    await panelOf(page, 'Backend Out Logs').getByText('session.opened').first().waitFor();
    await panelOf(page, 'Services').getByText('Ready').nth(5).waitFor();

    expect(await page.evaluate(() => '__x' in window)).toBe(false);
    expect(complaints).toEqual([]);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) }))).toEqual([]);
  });

  it('is not shown to members', async () => {
    const { email } = await newMember();
    const page = await openAs({ email, password: PASSWORD }, '/admin');
    await page.waitForURL(`${appUrl()}/`);
  });

  it('fits a phone: nothing but its own tables scrolls sideways', async () => {
    const page = await openAs(ADMIN, '/admin');
    await page.setViewportSize({ width: 360, height: 780 });
    await page.getByRole('rowheader').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});
