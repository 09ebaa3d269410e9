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

/** The origin of the page around, where the browser says it. */
function originAround(): string | undefined {
  // Not in Firefox, and hidden where the page around sends no referrer.
  const around = (location.ancestorOrigins as DOMStringList | undefined)?.[0];
  return around === 'null' ? undefined : around;
}

/** Whether the page around may be answered, as far as the browser says whose it is. */
export function mayAnswer(origins: readonly string[]): boolean {
  const around = originAround();
  return around === undefined ? origins.length > 0 : origins.includes(around);
}

/**
 * Says to the host that the frame is ready, and waits for its one answer: from the window around this frame, of a listed origin,
 * with a port. Everything else is dropped, and what comes after it too. @param onSilence is called after five seconds; a later
 * answer still counts
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
    // Every listed one is tried where nobody knows; the browser gives it to the parent's alone.
    const around = originAround();
    for (const target of around === undefined ? origins : [around]) parent.postMessage(READY, target);
  });
}
