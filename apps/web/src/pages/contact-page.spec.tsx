import { screen, waitFor } from '@testing-library/react';
import { fakeApi, refusal } from '../testing/fake-api.js';
import { openApp } from '../testing/render-app.js';

const FIELDS = { Name: 'Mira', Email: 'mira@example.com', Message: 'Hello' };
const values = () => Object.keys(FIELDS).map((label) => (screen.getByLabelText(label) as HTMLInputElement).value);

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('cookieConsent', 'declined');
});

async function fillIn(routes: object) {
  const seen = fakeApi({ ...routes });
  const user = openApp('/contact');
  for (const [label, text] of Object.entries(FIELDS)) await user.type(await screen.findByLabelText(label), text);
  return { user, seen };
}

describe('the contact form', () => {
  it('goes from sending to sent, and is empty again', async () => {
    let answer: (body: unknown) => void = () => undefined;
    const { user, seen } = await fillIn({ 'POST /api/contact': () => new Promise((resolve) => (answer = resolve)) });
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Sending...')).toBeVisible();
    expect(seen.at(-1)?.body).toEqual({ name: 'Mira', email: 'mira@example.com', message: 'Hello' });
    answer({ success: true });
    expect(await screen.findByText('Message sent successfully!')).toBeVisible();
    await waitFor(() => expect(values()).toEqual(['', '', '']));
  });

  it('keeps what was written when it could not be sent', async () => {
    const { user } = await fillIn({ 'POST /api/contact': refusal(503, 'service_unavailable', 'Down.') });
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Something went wrong. Try again.')).toBeVisible();
    expect(values()).toEqual(Object.values(FIELDS));
  });

  it('sends nothing while a field is missing', async () => {
    const { user, seen } = await fillIn({});
    await user.clear(screen.getByLabelText('Message'));
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(screen.getByLabelText('Message')).toBeInvalid());
    expect(seen).toEqual([]);
  });
});
