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
  /** Already checked: connects only to these, whatever the name resolves to by then. */
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Aborts the request at shutdown. */
  readonly signal: AbortSignal;
}

export type RequestResult =
  | { readonly status: number; readonly retryAfter: string | null; readonly start: Buffer; readonly ip: string | null }
  | { readonly problem: Exclude<DeliveryError, 'status'>; readonly ip: string | null };

/**
 * Posts to a checked address: follows no redirects, uses no proxy, limits the peer to 3 seconds to connect, 15 in total
 * and 64 kB. Verifies TLS against the host name. See docs/api.md, "Delivery" and "Addresses of webhooks".
 */
export function sendGuarded({ url, addresses, headers, body, signal }: OutgoingRequest): Promise<RequestResult> {
  return new Promise((resolve) => {
    const transport = url.protocol === 'https:' ? https : http;
    const request = transport.request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // The global agent could use a proxy from the environment.
      agent: new transport.Agent({ keepAlive: false }),
      lookup: pinnedLookup(addresses),
      maxHeaderSize: 16_384,
      // Ignores NODE_TLS_REJECT_UNAUTHORIZED.
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
    // A peer that does not speak HTTP closes the connection without an error or a response.
    request.on('close', () => fail('connect'));
    request.end(body);
  });
}

/** Not called for an IP address in the URL, which was checked itself. */
function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    if (options.all === true) callback(null, known);
    else callback(null, known[0]?.address ?? '', known[0]?.family);
  };
}
