import { screen, waitFor } from '@testing-library/react';
import { aToken, FREE_STATUS, PROFILE } from '../testing/builders.js';
import { fakeApi, refusal, type SeenCall } from '../testing/fake-api.js';
import { currentPath, openApp } from '../testing/render-app.js';

const open = (routes = {}) => {
  const seen = fakeApi({ 'GET /api/billing/status': FREE_STATUS, 'GET /api/auth/profile': PROFILE, ...routes });
  return { seen, user: openApp('/account', { token: aToken() }) };
};
/** Toasts are also read out from a second, hidden place. */
const said = async (text: string) => expect((await screen.findAllByText(text))[0]).toBeInTheDocument();

async function changePassword(routes: object, confirmed = 'a-new-password') {
  const { user, seen } = open(routes);
  await user.click(await screen.findByRole('button', { name: 'Change Password' }));
  await user.type(screen.getByLabelText('Current Password'), 'the-old-password');
  await user.type(screen.getByLabelText('New Password'), 'a-new-password');
  await user.type(screen.getByLabelText('Confirm Password'), confirmed);
  await user.click(screen.getByRole('button', { name: 'Save Password' }));
  return seen;
}

beforeEach(() => localStorage.clear());

describe('the account', () => {
  const statusCalls = (seen: SeenCall[]) => seen.filter(({ path }) => path === '/api/billing/status').length;

  it('asks for the plan once when it is the first screen', async () => {
    const { seen } = open();
    expect(await screen.findByRole('button', { name: 'Go Premium' })).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Edit Profile' })).toBeVisible();
    expect(statusCalls(seen)).toBe(1);
  });

  it('asks for the plan again when it is come to later', async () => {
    const seen = fakeApi({ 'GET /api/billing/status': FREE_STATUS, 'GET /api/auth/profile': PROFILE });
    const user = openApp('/plans', { token: aToken() });
    const [link] = await screen.findAllByRole('link', { name: 'Account' });
    const [startMs, now] = [Date.now(), jest.spyOn(Date, 'now')];
    now.mockImplementation(() => startMs + 60_000);
    await user.click(link as HTMLElement);
    await screen.findByRole('button', { name: 'Go Premium' });
    await waitFor(() => expect(statusCalls(seen)).toBe(2));
    now.mockRestore();
  });

  it('saves the profile and goes on with the fresh token', async () => {
    const token = aToken({ name: 'Mira Voss' });
    const { user } = open({ 'POST /api/auth/update-profile': { ...PROFILE, name: 'Mira Voss', token } });
    await user.click(await screen.findByRole('button', { name: 'Edit Profile' }));
    await user.type(screen.getByLabelText('Name'), ' Voss');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await said('Profile updated successfully');
    expect(localStorage.getItem('token')).toBe(token);
  });

  it('resets the fields on Cancel', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Edit Profile' }));
    await user.type(screen.getByLabelText('Name'), ' Voss');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByLabelText('Name')).toHaveValue('Mira');
  });

  it('says when the profile cannot be loaded', async () => {
    open({ 'GET /api/auth/profile': refusal(503, 'service_unavailable', 'Down.') });
    await said('Failed to load profile. Please try again later.');
  });

  it('changes the password and goes on with the fresh token', async () => {
    const token = aToken({ exp: Math.floor(Date.now() / 1000) + 7200 });
    await changePassword({ 'POST /api/auth/change-password': { message: 'ok', token } });
    await said('Password changed successfully');
    expect(localStorage.getItem('token')).toBe(token);
  });

  it('sends nothing when the passwords do not match', async () => {
    const seen = await changePassword({}, 'another-password');
    expect(await screen.findByRole('alert')).toHaveTextContent('Passwords do not match');
    expect(seen.map(({ path }) => path)).not.toContain('/api/auth/change-password');
  });

  it('hides the password form on Cancel, and forgets what was typed', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Change Password' }));
    await user.type(screen.getByLabelText('Current Password'), 'the-old-password');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByLabelText('Current Password')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Change Password' }));
    expect(screen.getByLabelText('Current Password')).toHaveValue('');
  });

  it('is not deleted when the member thinks better of it', async () => {
    const { user, seen } = open();
    await user.click(await screen.findByRole('button', { name: 'Delete Account' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(seen.map(({ method }) => method)).not.toContain('DELETE');
    expect(currentPath()).toBe('/account');
  });

  it('is deleted only after a confirmation, and signs out', async () => {
    const { user } = open({ 'DELETE /api/auth/delete-profile': { message: 'ok' } });
    await user.click(await screen.findByRole('button', { name: 'Delete Account' }));
    expect(await screen.findByText('Do you want to delete your account? This action cannot be undone.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('Account deleted successfully')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(currentPath()).toBe('/'));
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('gives the member everything we keep about them as a file', async () => {
    const saved: Blob[] = [];
    URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`;
    URL.revokeObjectURL = () => undefined;
    const opened = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation();
    const parts = {
      account: { account: PROFILE, sessions: [] },
      billing: { customer: null, subscription: null, lastPlaylistUpdate: null },
      platforms: { connections: [], cachedLibraries: [] },
      changes: { changes: [], pairings: [] },
      activity: { member: null, actions: [{ action: 'users.read', at: '2026-06-01T12:00:00.000Z' }] },
    };
    const { user } = open({
      'GET /api/auth/export': parts.account,
      'GET /api/billing/export': parts.billing,
      'GET /api/platforms/export': parts.platforms,
      'GET /api/sync/export': parts.changes,
      'GET /api/activity/export': parts.activity,
    });
    await user.click(await screen.findByRole('button', { name: 'Download My Data' }));
    await said('Your data was saved as a file.');
    const text = await new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.readAsText(saved[0] as Blob);
    });
    expect(JSON.parse(String(text))).toEqual({ exportedAt: expect.any(String), ...parts });
    opened.mockRestore();
  });

  it('saves nothing when a part of it is missing', async () => {
    const { user } = open({
      'GET /api/auth/export': { account: PROFILE, sessions: [] },
      'GET /api/billing/export': { customer: null, subscription: null, lastPlaylistUpdate: null },
      'GET /api/platforms/export': { connections: [], cachedLibraries: [] },
      'GET /api/activity/export': { member: null, actions: [] },
      'GET /api/sync/export': refusal(429, 'rate_limited', 'Too many requests. Please slow down.'),
    });
    await user.click(await screen.findByRole('button', { name: 'Download My Data' }));
    await said('Your data could not be saved: Too many requests. Please slow down.');
  });
});
