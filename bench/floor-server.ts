import { readFile } from 'node:fs/promises';
import { createServer, request as sendOn, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { compressText } from '#tools/build/precompress.ts';
import { ROOT } from '#tools/setup/run-command.ts';

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

export interface Floor {
  readonly url: string;
  close(): void;
}

/**
 * Builds a floor page (`bench/floor`, `bench/floor-charts`) into `folder` and serves it as the service serves the dashboard: brotli 11, hashed
 * files for ever, the document revalidated each time. Calls under `/v1` are proxied to the real service.
 */
export async function serveFloor(page: 'floor' | 'floor-charts', folder: string, serviceUrl: string): Promise<Floor> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: join(ROOT, 'bench', page),
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, target: 'es2024', modulePreload: { polyfill: false } },
  });
  const files = new Map<string, Promise<Buffer>>();
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    if (path.startsWith('/v1/')) return forward(request, response, serviceUrl);
    const name = path === '/' ? '/index.html' : path;
    let file = files.get(name);
    if (file === undefined) {
      file = readFile(join(folder, name)).then(compressText);
      files.set(name, file);
    }
    file.then(
      (content) =>
        response
          .writeHead(200, {
            'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
            'content-encoding': 'br',
            'cache-control': name === '/index.html' ? 'no-cache' : 'public, max-age=31536000, immutable',
          })
          .end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The floor page has no port');
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}

function forward(request: IncomingMessage, response: ServerResponse, serviceUrl: string): void {
  const { host: _host, ...headers } = request.headers;
  const onward = sendOn(new URL(request.url ?? '/', serviceUrl), { method: request.method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.writeHead(502).end());
  request.pipe(onward);
}
