import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToReadableStream } from 'react-dom/server';
import type { ExtensionKey } from '#contract/operation.ts';
import type { Whoami } from '#contract/site.ts';
import { WhoamiContext } from '#src/api/whoami.ts';
import { BottomTabs } from '#src/shell/bottom-tabs.tsx';
import { KEY_CATALOGUE } from '#src/shell/key-catalogue.ts';
import { viewCommands } from '#src/shell/palette/use-page-commands.ts';
import { ViewGate } from '#src/shell/shell.tsx';
import { Sidebar } from '#src/shell/sidebar.tsx';

/** What the shell shows of the views at an address, for a service with these extensions. Loaded by a vite server of its test. */
export async function renderShell(path: string, extensions: readonly ExtensionKey[]) {
  const whoami: Whoami = {
    token_id: 1n,
    site_id: 1n,
    token_prefix: 'sck_test',
    label: 'Test',
    scopes: ['*'],
    request_count: 0,
    created_utc: '2026-01-01T00:00:00Z',
    last_used_utc: null,
    capabilities: {
      api_version: '1',
      rate_limit_per_min: 600,
      supports_patch: true,
      supports_bulk: true,
      auth_methods: [],
      csv_exporters: [],
      deployed: Object.fromEntries(extensions.map((key) => [key, true])),
    },
  };
  const render = async (part: ReactNode) => {
    const routeTree = createRootRoute({ component: () => <WhoamiContext value={whoami}>{part}</WhoamiContext> });
    const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [path] }) });
    await router.load();
    const stream = await renderToReadableStream(
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
    await stream.allReady;
    return new Response(stream).text();
  };
  return {
    sidebar: await render(<Sidebar rail={false} />),
    tabs: await render(<BottomTabs />),
    page: await render(<ViewGate>page</ViewGate>),
    palette: viewCommands(whoami, () => undefined).map(({ href }) => href),
    keys: KEY_CATALOGUE.flatMap(({ entries }) => entries.map(({ keys }) => keys)),
  };
}
