import type { IncomingMessage } from 'node:http';

/** Headers that proxies add, so a call with one came through a proxy. */
function isForwardingHeader(name: string): boolean {
  return name === 'forwarded' || name === 'via' || name === 'x-real-ip' || name.startsWith('x-forwarded-');
}

/** The names of a call's headers that proxies add. */
export function forwardingHeaders({ headers }: Pick<IncomingMessage, 'headers'>): string[] {
  return Object.keys(headers).filter(isForwardingHeader);
}

/**
 * Looks for such headers where no proxy is believed, and tells of the first ones: limits by address then count the
 * proxy. Once, because anybody may send them.
 */
export function watchForwarding(trustProxy: number, tell: (headers: readonly string[]) => void) {
  let isOver = trustProxy > 0;
  return (request: IncomingMessage): void => {
    if (isOver) return;
    const headers = forwardingHeaders(request);
    if (headers.length === 0) return;
    isOver = true;
    tell(headers);
  };
}
