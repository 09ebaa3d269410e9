import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Config } from '#server/config.ts';
import { StartFailure } from '#server/db/errors.ts';
import { errorHeaders, errorText, sendJson } from '#server/http/answer.ts';
import { ApiError } from '#server/operation/api-error.ts';
import { apiHeaders } from '#server/http/api-headers.ts';
import { PLAIN_HEADERS } from '#server/http/pages/plain-answer.ts';
import { isPortalCall } from '#server/http/portal-calls.ts';
import { newRequestId } from '#server/http/request-id.ts';
import { isApi, originForm } from '#server/http/request-target.ts';

type ListenOptions = Pick<Config, 'host' | 'port' | 'publicUrl'>;

/** Takes the port before anything slow starts, so that probes get a response during the start. */
export interface EarlyListener {
  /** The actual port, also if 0 was configured. */
  readonly port: number;
  /** Passes the socket to this server, with its own limits, without refusing a connection in between. */
  handOverTo(server: Server): Promise<void>;
  close(): void;
}

/**
 * Listens, and responds that the service is starting.
 * @throws StartFailure with one line that names PORT or HOST.
 */
export async function listenEarly({ host, port, publicUrl }: ListenOptions): Promise<EarlyListener> {
  const early = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (request, response) =>
    answerEarly(request, response, publicUrl),
  );
  await listen(early, { host, port });
  const address = early.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    handOverTo: (server) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        // Shares the listening socket: closing it and opening another would refuse calls in between.
        server.listen(early, () => {
          server.off('error', reject);
          resolve();
        });
      }),
    close: () => {
      early.close();
      early.closeAllConnections();
    },
  };
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new StartFailure(describe(error, host, port))));
    server.listen({ host, port }, resolve);
  });
}

function describe(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `PORT ${port} is in use on ${host}: stop the other program or set PORT to a free one`;
    case 'EACCES':
      return `PORT ${port} may not be opened by this user: set PORT to 1024 or higher`;
    default:
      return `HOST ${host} cannot be listened on (${error.code ?? error.message})`;
  }
}

const RETRY_SECONDS = 2;

/** Responds during the start: /livez with 200, everything else with 503, on API paths in the envelope. */
function answerEarly(request: IncomingMessage, response: ServerResponse, publicUrl: string): void {
  const call = Object.assign(request, { url: originForm(request.url ?? '') });
  response.setHeader('Connection', 'close');
  if (isApi(call) || isPortalCall(call)) {
    const error = new ApiError('overloaded', 'The service is starting', { retryAfterSeconds: RETRY_SECONDS });
    const headers = [...apiHeaders(publicUrl), 'X-SVC-Request-Id', newRequestId(), ...errorHeaders(error)];
    sendJson(response, error.status, headers, errorText(error));
  } else {
    const isLive = call.url === '/livez';
    response.writeHead(isLive ? 200 : 503, {
      ...PLAIN_HEADERS,
      ...(isLive ? {} : { 'Retry-After': String(RETRY_SECONDS) }),
    });
    response.end(isLive ? 'ok\n' : 'starting\n');
  }
  request.resume();
}
