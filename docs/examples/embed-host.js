// @ts-check
/**
 * What a page says of one frame of the Support Console (docs/embedding.md).
 * @typedef {object} Options
 * @property {string} service Where the console is, such as "https://support.example".
 * @property {string} path What to show, such as "/embed/ai-usage?only=gauge".
 * @property {(reason: string) => Promise<string>} getToken Asks your server. `start`, or why another is needed.
 * @property {'system' | 'light' | 'dark'} [theme]
 * @property {string} [locale] Of dates and numbers, such as "de-DE".
 * @property {string} [timeZone] Such as "Europe/Berlin".
 * @property {boolean} [edit] Allows the changes that the token may make.
 * @property {number} [maxHeight] In px. What is higher scrolls inside the frame.
 * @property {(path: string) => void} [onNavigated] Another page is shown: for your own address.
 * @property {(code: string) => void} [onError] A code of the frame, or "no_token" where getToken failed.
 */

/**
 * Loads a view into an iframe, and answers what it asks until `close()`. Call it once for each frame.
 * @param {HTMLIFrameElement} frame @param {Options} options
 */
export function embedSupport(frame, { service, path, theme, getToken, onNavigated, onError, ...options }) {
  const { locale, timeZone, edit, maxHeight = 4000 } = options;
  const { origin } = new URL(service);
  if (!path.startsWith('/embed/')) throw new TypeError('The path of a frame begins with /embed/');
  let port = /** @type {MessagePort | undefined} */ (undefined); // Of the document that is in the frame now.
  /** @param {string} reason @param {(token: string) => void} use */
  const withToken = (reason, use) => void Promise.resolve(reason).then(getToken).then(use, () => onError?.('no_token'));
  const greet = (/** @type {MessageEvent} */ { source, origin: sender, data }) => {
    if (source === null || source !== frame.contentWindow || sender !== origin) return;
    if (data?.type !== 'support-console:ready' || data.version !== 1) return;
    port?.close();
    const { port1, port2 } = new MessageChannel();
    port = port1;
    port1.onmessage = ({ data: { type, height, path: shown, reason, code } }) => {
      if (type === 'height') frame.style.height = `${Math.min(height, maxHeight)}px`;
      if (type === 'navigated') onNavigated?.(shown);
      if (type === 'error') onError?.(code);
      if (type === 'token_needed') withToken(reason, (token) => port1.postMessage({ type: 'token', token }));
    };
    withToken('start', (token) => {
      if (port !== port1) return; // It was reloaded meanwhile, has said so, and gets a port of its own.
      const init = { type: 'support-console:init', version: 1, token, theme, locale, timeZone, edit };
      frame.contentWindow?.postMessage(init, origin, [port2]);
    });
  };
  addEventListener('message', greet);
  frame.src = origin + path;
  return {
    setTheme(/** @type {Options['theme']} */ next) {
      theme = next;
      port?.postMessage({ type: 'theme', theme });
    },
    navigate: (/** @type {string} */ to) => port?.postMessage({ type: 'navigate', path: to }),
    close() {
      removeEventListener('message', greet);
      port?.close();
      port = undefined;
    },
  };
}
