import http from 'node:http';
import https from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { DeliveryError } from '#contract/webhook-deliveries.ts';

const CONNECT_MS = 3_000;
const TOTAL_MS = 15_000;
const MAX_BYTES = 65_536;

export interface OutgoingRequest {
  readonly url: URL;
  /** Checked: only these are connected to, whatever the name leads to by then. */
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Breaks off a request that the service cannot wait for any more. */
  readonly signal: AbortSignal;
}

export type RequestResult =
  | { readonly status: number; readonly retryAfter: string | null; readonly start: Buffer; readonly ip: string | null }
  | { readonly problem: Exclude<DeliveryError, 'status'>; readonly ip: string | null };

/**
 * Posts to an address that was checked: no redirect is followed, no proxy is asked, the other side gets 3 seconds to
 * connect, 15 in all and 64 kB to say. TLS is checked against the name. See docs/api.md, "Delivery" and "Addresses of
 * webhooks".
 */
export function sendGuarded({ url, addresses, headers, body, signal }: OutgoingRequest): Promise<RequestResult> {
  return new Promise((resolve) => {
    const transport = url.protocol === 'https:' ? https : http;
    const request = transport.request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // One of its own: the shared one would read proxies from the environment.
      agent: new transport.Agent({ keepAlive: false }),
      lookup: pinnedLookup(addresses),
      maxHeaderSize: 16_384,
      // Whatever the environment says of certificates.
      rejectUnauthorized: true,
      signal,
    });
    let ip: string | null = null;
    let isConnected = false;
    let isEncrypted = false;
    let isDone = false;
    const finish = (result: RequestResult) => {
      if (isDone) return;
      isDone = true;
      clearTimeout(connectTimer);
      clearTimeout(totalTimer);
      resolve(result);
      request.destroy();
    };
    const fail = (problem: Exclude<DeliveryError, 'status'>) => finish({ problem, ip });
    const connectTimer = setTimeout(() => fail('timeout'), CONNECT_MS);
    const totalTimer = setTimeout(() => fail('timeout'), TOTAL_MS);
    request.on('socket', (socket) => {
      const ready = () => clearTimeout(connectTimer);
      socket.once('connect', () => {
        isConnected = true;
        ip = socket.remoteAddress ?? null;
        if (!(socket instanceof TLSSocket)) ready();
      });
      socket.once('secureConnect', () => {
        isEncrypted = true;
        ready();
      });
    });
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length > MAX_BYTES) fail('too_large');
      });
      response.on('end', () => {
        const { statusCode = 0, headers: answered } = response;
        finish({ status: statusCode, retryAfter: answered['retry-after'] ?? null, start: Buffer.concat(chunks), ip });
      });
      response.on('error', () => fail('connect'));
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isTls = transport === https && isConnected && !isEncrypted;
      if (error.code === 'HPE_HEADER_OVERFLOW') fail('too_large');
      else fail(isTls ? 'tls' : 'connect');
    });
    // A peer that speaks another protocol than HTTP closes without an error or an answer.
    request.on('close', () => fail('connect'));
    request.end(body);
  });
}

/** Not called for an address that stands in the URL itself: that one was checked as it is. */
function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    if (options.all === true) callback(null, known);
    else callback(null, known[0]?.address ?? '', known[0]?.family);
  };
}
