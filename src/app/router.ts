import { createRouter } from '@tanstack/react-router';
import { queryClient } from '#src/api/query-client.ts';
import { ErrorPage } from '#src/shell/error-page.tsx';
import { routeTree } from './route-tree.gen.ts';
import { parseSearch, stringifySearch } from './url-search.ts';

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // The query client decides what is fresh.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 300,
  // A long list goes back to where it was left by itself. Back may come late, when keys have gone on in it.
  scrollRestoration: () => document.querySelector('[data-scroller]') === null,
  defaultErrorComponent: ErrorPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
