import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** The client's address: that of the socket, or with `hops` trusted proxies the one that the outermost of them saw. */
export function clientAddress(request: IncomingMessage, hops: number): string {
  const socket = request.socket.remoteAddress ?? '';
  if (hops === 0) return socket;
  const header = request.headers['x-forwarded-for'];
  if (header === undefined) return socket;
  // Each proxy appends the address it saw, so count the trusted ones from the end.
  const seen = (Array.isArray(header) ? header.join(',') : header).split(',').map((part) => part.trim());
  const address = seen[Math.max(0, seen.length - hops)];
  return address !== undefined && isIP(address) !== 0 ? address : socket;
}

function isForwardingHeader(name: string): boolean {
  return name === 'forwarded' || name === 'via' || name === 'x-real-ip' || name.startsWith('x-forwarded-');
}

/** The names of the headers that a proxy added; empty for a direct call. */
export function forwardingHeaders({ headers }: Pick<IncomingMessage, 'headers'>): string[] {
  return Object.keys(headers).filter(isForwardingHeader);
}

/**
 * Reports forwarding headers while TRUST_PROXY is 0, since limits by address then count the proxy. Reports once, because
 * anyone may send such headers.
 */
export function watchForwarding(trustProxy: number, report: (headers: readonly string[]) => void) {
  let isDone = trustProxy > 0;
  return (request: IncomingMessage): void => {
    if (isDone) return;
    const headers = forwardingHeaders(request);
    if (headers.length === 0) return;
    isDone = true;
    report(headers);
  };
}
