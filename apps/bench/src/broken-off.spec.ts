import { neverLeftBehind, stopWhatIsLeft } from './broken-off.js';

let stopped: string[];
beforeEach(() => (stopped = []));

const aServer = (name: string) => ({
  name,
  stop: async () => {
    stopped.push(name);
  },
});

describe('a run that is broken off', () => {
  it('stops what runs beside it, the newest first', async () => {
    const first = await neverLeftBehind(Promise.resolve(aServer('system')));
    await neverLeftBehind(Promise.resolve(aServer('nginx')));
    expect(first.name).toBe('system');
    await stopWhatIsLeft();
    expect(stopped).toEqual(['nginx', 'system']);
  });

  it('waits for what is still starting, and stops it', async () => {
    let comeUp: (server: ReturnType<typeof aServer>) => void = () => undefined;
    void neverLeftBehind(new Promise<ReturnType<typeof aServer>>((resolve) => (comeUp = resolve)));
    const stopping = stopWhatIsLeft();
    comeUp(aServer('system'));
    await stopping;
    expect(stopped).toEqual(['system']);
  });

  it('stops nothing twice, neither what its suite stopped nor what its suite stops afterwards', async () => {
    const early = await neverLeftBehind(Promise.resolve(aServer('nginx')));
    const late = await neverLeftBehind(Promise.resolve(aServer('system')));
    await early.stop();
    await stopWhatIsLeft();
    await late.stop();
    expect(stopped).toEqual(['nginx', 'system']);
  });

  it('is not kept from it by what cannot start or stop', async () => {
    await neverLeftBehind(Promise.resolve(aServer('system')));
    await neverLeftBehind(Promise.resolve({ stop: () => Promise.reject(new Error('stuck')) }));
    await expect(neverLeftBehind(Promise.reject(new Error('no port')))).rejects.toThrow('no port');
    await stopWhatIsLeft();
    expect(stopped).toEqual(['system']);
  });
});
