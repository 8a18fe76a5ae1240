import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { html } from '../lib/text.js';
import { DialogProvider, type Dialogs, useDialogs } from './dialogs.js';

let dialogs: Dialogs;
function Grip() {
  const found = useDialogs();
  useEffect(() => {
    dialogs = found;
  }, [found]);
  return null;
}
const setUp = () => {
  render(
    <DialogProvider>
      <Grip />
    </DialogProvider>,
  );
  return userEvent.setup();
};

/** Calls the service as an event handler would. */
function show(ask: () => Promise<boolean>): Promise<boolean> {
  let answer: Promise<boolean> | undefined;
  act(() => {
    answer = ask();
  });
  return answer ?? Promise.reject(new Error('nothing was shown'));
}

describe('the shared dialog', () => {
  it.each([
    ['success', 'Success'],
    ['error', 'Error'],
    ['info', 'Info'],
    ['question', '?'],
  ] as const)('of kind %s is titled %s unless told otherwise', async (kind, title) => {
    setUp();
    show(() => dialogs[kind]('Text'));
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  });

  it('answers a question with true on Yes and false on Cancel', async () => {
    const user = setUp();
    const yes = show(() => dialogs.question('Really?'));
    await user.click(await screen.findByRole('button', { name: 'Yes' }));
    await expect(yes).resolves.toBe(true);
    const no = show(() => dialogs.question('Really?'));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await expect(no).resolves.toBe(false);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it.each(['success', 'error', 'info'] as const)('of kind %s has one button, which closes it', async (kind) => {
    const user = setUp();
    const closed = show(() => dialogs[kind]('Text'));
    await screen.findByRole('dialog');
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['OK']);
    await user.click(screen.getByRole('button', { name: 'OK' }));
    await closed;
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('starts at the button that agrees, unless there is no way back', async () => {
    const user = setUp();
    show(() => dialogs.question('Add it?'));
    expect(await screen.findByRole('button', { name: 'Yes' })).toHaveFocus();
    await user.keyboard('{Enter}');
    show(() => dialogs.question('Delete it?', { final: true }));
    expect(await screen.findByRole('button', { name: 'Cancel' })).toHaveFocus();
  });

  it('shows one dialog at a time', async () => {
    const user = setUp();
    show(() => dialogs.info('First'));
    show(() => dialogs.info('Second'));
    expect(await screen.findByText('First')).toBeVisible();
    expect(screen.queryByText('Second')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(await screen.findByText('Second')).toBeVisible();
  });

  it('shows names literally, whatever they hold [S132]', async () => {
    setUp();
    const name = '<img src=x onerror=window.__x=1>';
    show(() => dialogs.question(html`<p>Remove <strong>${name}</strong>?</p>`));
    expect(await screen.findByText(name)).toBeVisible();
    expect(document.querySelector('dialog img')).toBeNull();
  });

  it('cleans HTML that came in another way [S132]', async () => {
    setUp();
    const sly = html`<p>x</p>`;
    Object.assign(sly, { markup: '<p>Safe<img src=x onerror="window.__x=1"><script>1</script></p>' });
    show(() => dialogs.info(sly));
    await screen.findByText('Safe');
    expect(document.querySelector('dialog img, dialog script')).toBeNull();
  });
});
