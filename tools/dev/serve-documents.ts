import type { Plugin } from 'vite';
import { EMBEDDABLE, fillPage } from '#server/http/pages/page.ts';

/** Does for vite's pages what the service does for those that are built: the document of frames, and what documents are told. */
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
