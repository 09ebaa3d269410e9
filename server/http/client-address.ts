import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** The sender's address: the socket's, or with `hops` proxies in front what the outermost of them saw. */
export function clientAddress(request: IncomingMessage, hops: number): string {
  const socket = request.socket.remoteAddress ?? '';
  if (hops === 0) return socket;
  const header = request.headers['x-forwarded-for'];
  if (header === undefined) return socket;
  // Each proxy adds the address it saw at the end, so the trusted ones are counted from there.
  const seen = (Array.isArray(header) ? header.join(',') : header).split(',').map((part) => part.trim());
  const address = seen[Math.max(0, seen.length - hops)];
  return address !== undefined && isIP(address) !== 0 ? address : socket;
}
