import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { forwardingHeaders } from './forwarding-headers.ts';

/** Whether this call may read the figures (docs/operating.md, "Monitoring"). */
export function mayReadMetrics(request: IncomingMessage, metricsToken: string | null): boolean {
  return metricsToken === null ? isLocal(request) : hasToken(request, metricsToken);
}

function hasToken({ headers }: IncomingMessage, metricsToken: string): boolean {
  const given = /^bearer ([!-~]+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  // Of one length, whatever was given: neither length nor beginning shows in the time.
  return timingSafeEqual(hash(given), hash(metricsToken));
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** A scraper on this machine, which also asked for this machine; what came through a proxy comes from elsewhere. */
function isLocal(request: IncomingMessage): boolean {
  const address = request.socket.remoteAddress ?? '';
  const isLoopback = address === '::1' || /^(?:::ffff:)?127\./.test(address);
  return isLoopback && isLoopbackHost(request.headers.host ?? '') && forwardingHeaders(request).length === 0;
}

function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})(?::\d{1,5})?$/i.test(host);
}
