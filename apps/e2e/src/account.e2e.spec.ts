import {
  exportAccount,
  exportActivity,
  exportBilling,
  exportChanges,
  exportConnections,
  logout,
} from '@segue/contracts';
import { readFileSync } from 'node:fs';
import { call, connect, newMember } from './support/api.js';
import { describeInBrowser } from './support/browser.js';
import { address, openBrowser } from './support/screens.js';
import { putListener } from './support/simulator.js';

describeInBrowser('the account', (browser) => {
  it('gives the member everything that all services keep about them, in one file', async () => {
    const { token, email } = await newMember();
    await putListener('spotify', 'takeout', { displayName: 'Takeout', country: 'de', playlists: [] });
    await connect('spotify', 'takeout', token);
    const { context, page } = await openBrowser(browser, { token });
    await page.goto(address('/account'));
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download My Data' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^segue-data-\d{4}-\d\d-\d\d\.json$/);
    const content = JSON.parse(readFileSync(await file.path(), 'utf8'));
    expect(exportAccount.response.parse(content.account).account).toMatchObject({ email });
    expect(exportBilling.response.parse(content.billing).subscription).toBeNull();
    expect(exportConnections.response.parse(content.platforms).connections).toMatchObject([{ platform: 'spotify' }]);
    expect(exportChanges.response.parse(content.changes).changes).toEqual([]);
    expect(exportActivity.response.parse(content.activity).actions).toEqual([]);
    await context.close();
  });

  it('sends whoever comes with a session that was ended elsewhere to the sign-in page', async () => {
    const { token } = await newMember();
    await call(logout, { token });
    const { context, page } = await openBrowser(browser, { token });
    await page.goto(address('/dashboard'));
    await page.waitForURL('**/login');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await context.close();
  });
});
