import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext } from '@playwright/test';

/** The service as it is seen from another machine: by a name that is not of this one. */
export interface NamedAddress {
  readonly url: string;
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** Opens a browser context that reaches the service by a name, through a proxy. */
export async function openByName(browser: Browser, target: string): Promise<NamedAddress> {
  const proxy = createServer((incoming, response) => {
    const { pathname, search, host } = new URL(incoming.url ?? '/', target);
    const outgoing = request(new URL(pathname + search, target), {
      method: incoming.method ?? 'GET',
      headers: { ...incoming.headers, host },
    });
    outgoing.on('error', () => response.destroy());
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const server = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const context = await browser.newContext({ proxy: { server } });
  return {
    url: 'http://desk.example',
    context,
    async close() {
      await context.close();
      proxy.closeAllConnections();
      await new Promise((resolve) => {
        proxy.close(resolve);
      });
    },
  };
}
