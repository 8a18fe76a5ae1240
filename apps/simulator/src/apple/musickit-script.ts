/**
 * The stand-in for MusicKit JS v3, as far as Segue uses it; see `platforms.md`, 2.10. Plain JavaScript kept as text,
 * because a function turned to text would carry whatever a bundler put into it.
 */
export const MUSICKIT_SCRIPT = `(() => {
  const base = new URL(document.currentScript ? document.currentScript.src : location.href).origin;
  const STORED_TOKEN = 'segue-simulator.music-user-token';
  const NOT_AUTHORIZED = 0;
  const AUTHORIZED = 3;
  let instance;

  // Stays pending for ever when the window is blocked or closed, as MusicKit does.
  function askInWindow(developerToken) {
    const query = new URLSearchParams({ origin: location.origin, token: developerToken });
    const popup = window.open(base + '/apple/consent?' + query, 'apple-music-consent', 'popup,width=520,height=760');
    return new Promise((resolve, reject) => {
      if (!popup) return;
      window.addEventListener('message', function hear(event) {
        if (event.origin !== base || event.source !== popup) return;
        if (!event.data || event.data.source !== 'segue-simulator-musickit') return;
        window.removeEventListener('message', hear);
        if (typeof event.data.userToken === 'string') resolve(event.data.userToken);
        else reject(new Error('AUTHORIZATION_ERROR: Unauthorized'));
      });
    });
  }

  class Instance {
    #listeners = {};

    constructor({ developerToken, storefrontId }) {
      this.developerToken = developerToken;
      this.storefrontId = storefrontId || 'us';
      this.musicUserToken = localStorage.getItem(STORED_TOKEN) || undefined;
      this.api = { music: (path, params) => this.#call(path, params) };
    }

    get isAuthorized() {
      return this.musicUserToken !== undefined;
    }

    addEventListener(name, listener) {
      (this.#listeners[name] ||= []).push(listener);
    }

    removeEventListener(name, listener) {
      this.#listeners[name] = (this.#listeners[name] || []).filter((other) => other !== listener);
    }

    // A stored token is handed back unasked, even when Apple has revoked it long ago.
    async authorize() {
      if (this.musicUserToken) return this.musicUserToken;
      const userToken = await askInWindow(this.developerToken);
      localStorage.setItem(STORED_TOKEN, userToken);
      this.musicUserToken = userToken;
      const answer = await this.#call('/v1/me/storefront').catch(() => undefined);
      if (answer) this.storefrontId = answer.data.data[0].id;
      this.#emit('authorizationStatusDidChange', { authorizationStatus: AUTHORIZED });
      return userToken;
    }

    async unauthorize() {
      const userToken = this.musicUserToken;
      this.musicUserToken = undefined;
      localStorage.removeItem(STORED_TOKEN);
      this.#emit('authorizationStatusDidChange', { authorizationStatus: NOT_AUTHORIZED });
      if (!userToken) return;
      const headers = { 'content-type': 'application/json' };
      await fetch(base + '/apple/session-end', { method: 'POST', headers, body: JSON.stringify({ userToken }) });
    }

    #emit(name, event) {
      for (const listener of this.#listeners[name] || []) listener(event);
    }

    async #call(path, params = {}) {
      const headers = { authorization: 'Bearer ' + this.developerToken };
      if (this.musicUserToken) headers['music-user-token'] = this.musicUserToken;
      const query = new URLSearchParams(params).toString();
      const response = await fetch(base + '/apple/api' + path + (query ? '?' + query : ''), { headers });
      if (!response.ok) throw new Error('Apple Music answered ' + response.status);
      return { data: await response.json() };
    }
  }

  window.MusicKit = {
    version: '3.0.0-segue-simulator',
    async configure(options) {
      const headers = { authorization: 'Bearer ' + options.developerToken };
      const answer = await fetch(base + '/apple/token-check', { headers });
      if (!answer.ok) throw new Error('CONFIGURATION_ERROR: Invalid developer token');
      instance = new Instance(options);
      return instance;
    },
    getInstance: () => instance,
  };
  document.dispatchEvent(new Event('musickitloaded'));
})();
`;
