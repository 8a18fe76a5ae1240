/** As much of MusicKit JS v3 as we use. https://developer.apple.com/documentation/musickitjs */
interface MusicKitInstance {
  authorize(): Promise<string>;
  unauthorize(): Promise<void>;
}
interface MusicKit {
  configure(options: { developerToken: string; app: { name: string; build: string } }): Promise<MusicKitInstance>;
  getInstance(): MusicKitInstance | undefined;
}
declare global {
  interface Window {
    MusicKit?: MusicKit;
  }
}

/** MusicKit's promise may stay pending for ever when the pop-up is blocked or closed. */
const AUTHORIZE_TIMEOUT_MS = 2 * 60 * 1000;
const LOAD_TIMEOUT_MS = 20_000;

let loading: Promise<MusicKit> | null = null;

/** Loads the platform's script once. */
function loadMusicKit(scriptUrl: string): Promise<MusicKit> {
  if (window.MusicKit !== undefined) return Promise.resolve(window.MusicKit);
  loading ??= withTimeout(
    new Promise<MusicKit>((resolve, reject) => {
      const script = document.createElement('script');
      script.src = scriptUrl;
      script.async = true;
      script.onerror = () => (script.remove(), reject(new Error('its script could not be loaded')));
      // `load` alone comes too early: the script announces itself once it has set up.
      const ready = () => window.MusicKit !== undefined && resolve(window.MusicKit);
      document.addEventListener('musickitloaded', ready, { once: true });
      script.addEventListener('load', ready);
      document.head.append(script);
    }),
    LOAD_TIMEOUT_MS,
    'its script did not answer',
  ).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** Everything that can be done before the click: a pop-up is allowed only right after it. */
export async function prepareMusicKit(developerToken: string, scriptUrl: string): Promise<MusicKitInstance> {
  if (!/^https?:\/\//i.test(scriptUrl)) throw new Error('its script has no web address');
  const musicKit = await loadMusicKit(scriptUrl);
  const configured = await musicKit.configure({ developerToken, app: { name: 'Segue', build: '1' } });
  const instance = configured ?? musicKit.getInstance();
  if (instance === undefined) throw new Error('its script did not start');
  return instance;
}

/** Asks the member. A token kept from before may be revoked and would come back at once, so it is given up first. */
export async function authorize(music: MusicKitInstance, timeoutMs = AUTHORIZE_TIMEOUT_MS): Promise<string> {
  await music.unauthorize().catch(() => undefined);
  const token = await withTimeout(music.authorize(), timeoutMs, 'no answer came. Was the pop-up blocked?');
  if (!token) throw new Error('no permission was given');
  return token;
}

/** Best effort: the server has already forgotten the connection. */
export async function revokeHere(): Promise<void> {
  try {
    await window.MusicKit?.getInstance()?.unauthorize();
  } catch {
    // As said.
  }
}

function withTimeout<T>(promise: Promise<T>, ms: number, message: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(message)), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
