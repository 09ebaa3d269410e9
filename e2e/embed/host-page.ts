import type { Frame, FrameLocator, JSHandle, Locator, Page } from '@playwright/test';
import type { InitMessage } from '#src/panels/embed-protocol.ts';

/** The `sandbox` that docs/embedding.md suggests. */
export const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox';

type Answer = Omit<InitMessage, 'type' | 'version'>;

export interface FrameOptions {
  readonly src: string;
  readonly sandbox?: string | null;
  readonly width?: number;
  readonly height?: number;
  /** Each `ready` is answered by this. Without it the host is silent until `init`. */
  readonly answer?: Answer;
  /** The frame gets each height that it tells. */
  readonly grows?: boolean;
}

/** A message to the window of the host. */
interface Heard {
  /** Position of the frame that sent it; -1 for any other window. */
  readonly frame: number;
  readonly origin: string;
  readonly data: unknown;
}

type Said = Readonly<Record<string, unknown>>;

/** The script in the page of the host. */
interface Portal {
  add(options: FrameOptions): void;
  remove(frame: number): void;
  init(frame: number, message: unknown, ports?: number): void;
  post(frame: number, messages: readonly unknown[], port: number): void;
  portCount(frame: number): number;
  heard(): readonly Heard[];
  said(frame: number): readonly Said[];
}

/**
 * A page of another site with our frames, which posts any message that a test wants. docs/examples has a proper host.
 */
export class HostPage {
  readonly page: Page;
  readonly address: string;
  #portal: JSHandle<Portal> | null = null;
  #count = 0;

  constructor(page: Page, address: string) {
    this.page = page;
    this.address = address;
  }

  async open(): Promise<this> {
    await this.page.goto(this.address);
    this.#portal = await this.page.evaluateHandle(startPortal);
    this.#count = 0;
    return this;
  }

  /** Adds a frame below those that are there. */
  async add(options: FrameOptions): Promise<HostedFrame> {
    const index = this.#count;
    this.#count += 1;
    await this.run((portal, given) => portal.add(given), options);
    return new HostedFrame(this, index);
  }

  /** Messages to the window of the host. */
  heard(): Promise<readonly Heard[]> {
    return this.run((portal) => portal.heard(), null);
  }

  async run<Given, Result>(what: (portal: Portal, given: Given) => Result, given: Given): Promise<Result> {
    if (this.#portal === null) throw new Error('The host is not open');
    // Playwright's types take only what they can prove to be sent whole.
    return (await this.#portal.evaluate(what as never, given)) as Result;
  }
}

/** One frame of a host: what is in it, and what is said to it. */
export class HostedFrame {
  readonly host: HostPage;
  readonly index: number;

  constructor(host: HostPage, index: number) {
    this.host = host;
    this.index = index;
  }

  get element(): Locator {
    return this.host.page.locator(`iframe[title="Frame ${this.index}"]`);
  }

  /** Its content. */
  get inside(): FrameLocator {
    return this.element.contentFrame();
  }

  get heading(): Locator {
    return this.inside.getByRole('heading', { level: 1 });
  }

  /** The document that is in it now. */
  async frame(): Promise<Frame> {
    const handle = await this.element.elementHandle();
    const frame = await handle?.contentFrame();
    if (frame === undefined || frame === null) throw new Error(`Frame ${this.index} has no document`);
    return frame;
  }

  /** Answers as a host does, with one port. */
  init(answer: Answer): Promise<void> {
    return this.send({ type: 'support-console:init', version: 1, ...answer });
  }

  /** Posts anything to the window of the frame. */
  send(message: unknown, ports = 1): Promise<void> {
    return this.host.run((portal, given) => portal.init(given.index, given.message, given.ports), {
      index: this.index,
      message,
      ports,
    });
  }

  /** Posts anything on the port of the last `init`. */
  post(...messages: readonly unknown[]): Promise<void> {
    return this.postOn(-1, ...messages);
  }

  /** Posts on one of all the ports that were made for it, the first being 0. */
  postOn(port: number, ...messages: readonly unknown[]): Promise<void> {
    const given = { index: this.index, messages, port };
    return this.host.run((portal, { index, ...more }) => portal.post(index, more.messages, more.port), given);
  }

  /** How many ports have been given to it. */
  portCount(): Promise<number> {
    return this.host.run((portal, index) => portal.portCount(index), this.index);
  }

  /** How often it has told the host that it is ready. */
  async readyCount(): Promise<number> {
    return (await this.host.heard()).filter(({ frame }) => frame === this.index).length;
  }

  /** Its messages on the port, of one type if given. */
  async said(type?: string): Promise<readonly Said[]> {
    const all = await this.host.run((portal, index) => portal.said(index), this.index);
    return type === undefined ? all : all.filter((message) => message['type'] === type);
  }

  remove(): Promise<void> {
    return this.host.run((portal, index) => portal.remove(index), this.index);
  }
}

/** Calls of the API that a page and its frames begin from now on, such as `POST sessions`. */
export function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.startsWith('/v1/')) calls.push(`${request.method()} ${searchParams.get('resource')}`);
  });
  return calls;
}

/** The session tokens that calls of a page and its frames carry from now on, the oldest first. */
export function recordSessions(page: Page): ReadonlySet<string> {
  const sessions = new Set<string>();
  page.on('request', (request) => {
    const [, token] = /^Bearer (sct_\w+)$/.exec(request.headers()['authorization'] ?? '') ?? [];
    if (token !== undefined) sessions.add(token);
  });
  return sessions;
}

function startPortal(): Portal {
  const elements: HTMLIFrameElement[] = [];
  const given: FrameOptions[] = [];
  const ports: MessagePort[][] = [];
  const heard: Heard[] = [];
  const said: Said[][] = [];

  addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    const frame = elements.findIndex(({ contentWindow }) => contentWindow === source);
    heard.push({ frame, origin, data });
    const answer = given[frame]?.answer;
    const isReady =
      typeof data === 'object' && data !== null && 'type' in data && data.type === 'support-console:ready';
    if (answer !== undefined && isReady) init(frame, { type: 'support-console:init', version: 1, ...answer });
  });

  function init(frame: number, message: unknown, count = 1): void {
    const channels = Array.from({ length: count }, () => new MessageChannel());
    for (const { port1 } of channels) {
      ports[frame]?.push(port1);
      port1.addEventListener('message', ({ data }: MessageEvent<Said>) => {
        said[frame]?.push(data);
        const element = elements[frame];
        if (element === undefined || given[frame]?.grows !== true || data['type'] !== 'height') return;
        element.height = String(data['height']);
      });
      port1.start();
    }
    elements[frame]?.contentWindow?.postMessage(
      message,
      '*',
      channels.map(({ port2 }) => port2),
    );
  }

  return {
    add(options) {
      const element = document.createElement('iframe');
      element.title = `Frame ${elements.length}`;
      element.width = String(options.width ?? 1_100);
      element.height = String(options.height ?? 800);
      element.style.border = '0';
      element.referrerPolicy = 'no-referrer';
      if (typeof options.sandbox === 'string') element.setAttribute('sandbox', options.sandbox);
      element.src = options.src;
      elements.push(element);
      given.push(options);
      said.push([]);
      ports.push([]);
      document.body.append(element);
    },
    remove: (frame) => elements[frame]?.remove(),
    init,
    post(frame, messages, port) {
      for (const message of messages) ports[frame]?.at(port)?.postMessage(message);
    },
    portCount: (frame) => ports[frame]?.length ?? 0,
    heard: () => heard,
    said: (frame) => said[frame] ?? [],
  };
}
