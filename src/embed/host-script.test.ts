import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { embedSupport } from '../../docs/examples/embed-host.js';
import { hostMessage, initMessage, READY, type FrameMessage, type InitMessage } from '#src/panels/embed-protocol.ts';

const SERVICE = 'https://support.example';

type Options = Parameters<typeof embedSupport>[1];
type GetToken = Options['getToken'];

/** The window of the page that embeds: it hears what frames post to it. */
let page: EventTarget;

beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** An iframe element whose document is this test. */
class FakeFrame {
  src = '';
  style = { height: '' };
  /** The messages to the window of the frame, with their target. */
  readonly posted: { message: InitMessage; targetOrigin: string; port: MessagePort }[] = [];
  readonly contentWindow = {
    postMessage: (message: unknown, targetOrigin: string, [port]: MessagePort[]) => {
      // As a browser does: a port that cannot be passed on fails, and so does a function in a message.
      if (port === undefined) throw new Error('No port');
      this.posted.push({ message: initMessage.parse(structuredClone(message)), targetOrigin, port });
    },
  };

  say(data: unknown, options: { readonly origin?: string; readonly source?: object | null } = {}): void {
    const from = { origin: SERVICE, source: this.contentWindow, ...options };
    page.dispatchEvent(Object.assign(new Event('message'), { data, ...from }));
  }
}

function embed(options: Partial<Options> = {}) {
  const frame = new FakeFrame();
  const element = frame as unknown as HTMLIFrameElement;
  const embedded = embedSupport(element, {
    service: `${SERVICE}/`,
    path: '/embed/inbox?status=open',
    getToken: async () => 'sct_first',
    ...options,
  });
  return { frame, embedded };
}

/** The port that the frame got last, and what comes out of it. */
async function portOf(frame: FakeFrame, count = 1) {
  await vi.waitFor(() => expect(frame.posted).toHaveLength(count));
  const port = frame.posted[count - 1]?.port;
  if (port === undefined) throw new Error('No port');
  const heard: unknown[] = [];
  port.onmessage = ({ data }) => heard.push(hostMessage.parse(data));
  return { heard, tell: (message: FrameMessage) => port.postMessage(message) };
}

test('the frame that says it is ready is answered once, to its origin alone, with all that the page said', async () => {
  const { frame } = embed({ theme: 'dark', locale: 'de-DE', timeZone: 'Europe/Berlin', edit: true });
  expect(frame.src).toBe(`${SERVICE}/embed/inbox?status=open`);
  frame.say(READY);
  await portOf(frame);
  const told = { theme: 'dark', locale: 'de-DE', timeZone: 'Europe/Berlin', edit: true, token: 'sct_first' };
  expect(frame.posted).toMatchObject([{ message: told, targetOrigin: SERVICE }]);
});

test.each([
  ['another origin', READY, { origin: 'https://evil.example' }],
  ['a frame without an origin', READY, { origin: 'null' }],
  ['another window', READY, { source: {} }],
  ['a window that is gone', READY, { source: null }],
  ['another version', { ...READY, version: 2 }, {}],
  ['another type', { ...READY, type: 'ready' }, {}],
  ['nothing', null, {}],
])('%s gets no token', async (_, data, options) => {
  const getToken = vi.fn<GetToken>(async () => 'sct_first');
  const { frame } = embed({ getToken });
  frame.say(data, options);
  await Promise.resolve();
  expect(getToken).not.toHaveBeenCalled();
  frame.say(READY);
  await portOf(frame);
});

test('several frames are answered each by its own', async () => {
  const one = embed({ getToken: async () => 'sct_one' });
  const other = embed({ getToken: async () => 'sct_other' });
  other.frame.say(READY);
  one.frame.say(READY);
  await Promise.all([portOf(one.frame), portOf(other.frame)]);
  expect([one, other].map(({ frame }) => frame.posted.map(({ message }) => message.token))).toEqual([
    ['sct_one'],
    ['sct_other'],
  ]);
});

test('what the frame says reaches the page, and its height has a limit', async () => {
  const onNavigated = vi.fn<(path: string) => void>();
  const onError = vi.fn<(code: string) => void>();
  const { frame } = embed({ maxHeight: 1_000, onNavigated, onError });
  frame.say(READY);
  const { tell } = await portOf(frame);
  tell({ type: 'height', height: 812 });
  await vi.waitFor(() => expect(frame.style.height).toBe('812px'));
  tell({ type: 'height', height: 90_000 });
  tell({ type: 'navigated', path: '/embed/inbox?status=all' });
  tell({ type: 'error', code: 'unavailable' });
  await vi.waitFor(() => expect(onError).toHaveBeenCalledExactlyOnceWith('unavailable'));
  expect(onNavigated).toHaveBeenCalledExactlyOnceWith('/embed/inbox?status=all');
  expect(frame.style.height).toBe('1000px');
});

test('a frame that asks for another token gets it, with the reason in the question', async () => {
  const getToken = vi.fn<GetToken>(async (reason) => `sct_${reason}`);
  const { frame, embedded } = embed({ getToken });
  frame.say(READY);
  const { tell, heard } = await portOf(frame);
  tell({ type: 'token_needed', reason: 'ended' });
  await vi.waitFor(() => expect(heard).toEqual([{ type: 'token', token: 'sct_ended' }]));
  embedded.setTheme('light');
  embedded.navigate('/embed/inbox?q=brake');
  await vi.waitFor(() => expect(heard).toHaveLength(3));
  expect(heard.slice(1)).toEqual([
    { type: 'theme', theme: 'light' },
    { type: 'navigate', path: '/embed/inbox?q=brake' },
  ]);
});

test('a reloaded frame gets a new answer, with the current theme; the old port is closed', async () => {
  let give: (token: string) => void = () => undefined;
  const getToken = vi.fn<GetToken>(() => new Promise((resolve) => (give = resolve)));
  const { frame, embedded } = embed({ theme: 'light', getToken });
  frame.say(READY);
  await vi.waitFor(() => expect(getToken).toHaveBeenCalledTimes(1));
  const giveFirst = give;
  embedded.setTheme('dark');
  frame.say(READY);
  await vi.waitFor(() => expect(getToken).toHaveBeenCalledTimes(2));
  // The token of the document that is gone comes last.
  give('sct_second');
  await portOf(frame);
  giveFirst('sct_first');
  await new Promise((resolve) => setImmediate(resolve));
  expect(frame.posted.map(({ message: { token, theme } }) => [token, theme])).toEqual([['sct_second', 'dark']]);

  const ended = new Promise((resolve) => frame.posted[0]?.port.addEventListener('close', resolve));
  frame.say(READY);
  await ended;
});

test('a backend without a token is an error, at the start and later, and the next request is made', async () => {
  const onError = vi.fn<(code: string) => void>();
  let isDown = true;
  const getToken = () => {
    if (isDown) throw new Error('down');
    return Promise.resolve('sct_late');
  };
  const { frame } = embed({ getToken, onError });
  frame.say(READY);
  await vi.waitFor(() => expect(onError).toHaveBeenCalledExactlyOnceWith('no_token'));
  expect(frame.posted).toEqual([]);
  isDown = false;
  frame.say(READY);
  const { tell, heard } = await portOf(frame);
  isDown = true;
  tell({ type: 'token_needed', reason: 'refused' });
  await vi.waitFor(() => expect(onError).toHaveBeenCalledTimes(2));
  isDown = false;
  tell({ type: 'token_needed', reason: 'refused' });
  await vi.waitFor(() => expect(heard).toEqual([{ type: 'token', token: 'sct_late' }]));
});

test('a frame that the page has closed gets nothing any more', async () => {
  let give: (token: string) => void = () => undefined;
  const getToken = vi.fn<GetToken>(() => new Promise((resolve) => (give = resolve)));
  const { frame, embedded } = embed({ getToken });
  frame.say(READY);
  await vi.waitFor(() => expect(getToken).toHaveBeenCalledTimes(1));
  embedded.close();
  give('sct_first');
  frame.say(READY);
  embedded.setTheme('dark');
  await new Promise((resolve) => setImmediate(resolve));
  expect([frame.posted, getToken.mock.calls.length]).toEqual([[], 1]);
});

test.each(['//evil.example/', '@evil.example/', 'https://evil.example/embed/inbox', '/inbox'])(
  'an address that leads elsewhere is refused: %s',
  (path) => {
    expect(() => embed({ path })).toThrow(/begins with \/embed\//);
  },
);
