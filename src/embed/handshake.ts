import { initMessage, READY, type InitMessage } from '#src/panels/embed-protocol.ts';

/** So long a host may take to answer before the frame says that none did. */
const PATIENCE_MS = 5_000;

export interface Host {
  readonly origin: string;
  readonly init: InitMessage;
  readonly port: MessagePort;
}

/** The origins that the operator lets embed. */
export function listedOrigins(): readonly string[] {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="support-console:embed-origins"]')?.content ?? '';
  return meta.split(' ').filter((origin) => origin !== '');
}

/** The origin of the page around, if the browser exposes it. */
function originAround(): string | undefined {
  // Not in Firefox, and hidden where the page around sends no referrer.
  const around = (location.ancestorOrigins as DOMStringList | undefined)?.[0];
  return around === 'null' ? undefined : around;
}

/** False if the browser names the origin around and the operator has not listed it. */
export function mayAnswer(origins: readonly string[]): boolean {
  const around = originAround();
  return around === undefined ? origins.length > 0 : origins.includes(around);
}

/**
 * Tells the host that the frame is ready, and waits for its one answer: from the window around this frame, of a listed
 * origin, with a port. Drops every other message, and later ones. @param onSilence is called after five seconds; a
 * later answer still counts
 */
export function meetHost(origins: readonly string[], onSilence: () => void): Promise<Host> {
  return new Promise((resolve) => {
    const timer = setTimeout(onSilence, PATIENCE_MS);
    const receive = ({ source, origin, data, ports }: MessageEvent<unknown>): void => {
      const [port] = ports;
      if (source !== parent || !origins.includes(origin) || port === undefined || ports.length > 1) return;
      const init = initMessage.safeParse(data);
      if (!init.success) return;
      removeEventListener('message', receive);
      clearTimeout(timer);
      resolve({ origin, init: init.data, port });
    };
    addEventListener('message', receive);
    // Without a known origin, posts to every listed one; the browser delivers it to the parent's alone.
    const around = originAround();
    for (const target of around === undefined ? origins : [around]) parent.postMessage(READY, target);
  });
}
