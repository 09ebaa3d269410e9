import type { Plugin } from 'vite';
import { EMBEDDABLE, fillPage } from '#server/http/pages/page.ts';

/** Serves the documents in development as the service does: the frame document, and the settings written into documents. */
export function serveDocuments(env: Readonly<Record<string, string | undefined>>): Plugin {
  // The service beside it refuses to start with wrong ones.
  const origins = (name: string) => (env[name] ?? '').split(' ').filter((origin) => origin !== '');
  return {
    name: 'serve-documents',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        const [address = '', ...query] = (request.url ?? '').split('?');
        if (EMBEDDABLE.has(address)) request.url = ['/embed.html', ...query].join('?');
        next();
      });
    },
    transformIndexHtml: (html) =>
      fillPage(html, {
        apiOrigins: origins('API_ORIGINS'),
        embedOrigins: origins('EMBED_ORIGINS'),
        isFirstRun: false,
        isForwarded: (env['UPSTREAM_BASE_URL'] ?? '') !== '',
      }),
  };
}
