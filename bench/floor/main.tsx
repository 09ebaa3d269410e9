import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';

/** The least that a windowed inbox with the same packages can be: what the dashboard's start is measured against. */

z.config({ jitless: true });

declare global {
  interface Window {
    /** Sent from the document, before any script was there. */
    firstCall: Promise<unknown>;
  }
}

const ROW_PX = 52;
const Tickets = z.object({
  total_count: z.number(),
  items: z.array(
    z.object({
      id: z.number(),
      ticket_number: z.number(),
      subject: z.string(),
      status: z.string(),
      priority: z.string(),
      requester_name: z.nullable(z.string()),
      created_utc: z.string(),
    }),
  ),
});

const rootRoute = createRootRoute({
  component: () => (
    <div className="shell">
      <nav>
        <Link to="/">Inbox</Link>
      </nav>
      <main className="main">
        <Outlet />
      </main>
    </div>
  ),
});

function Inbox() {
  const { data } = useQuery({
    queryKey: ['tickets'],
    queryFn: async () => Tickets.parse(await window.firstCall),
  });
  const [top, setTop] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  if (data === undefined) return <p>Loading tickets</p>;
  const first = Math.max(0, Math.floor(top / ROW_PX) - 4);
  const shown = data.items.slice(first, first + Math.ceil(innerHeight / ROW_PX) + 8);
  return (
    <div ref={list} role="grid" className="list" onScroll={() => setTop(list.current?.scrollTop ?? 0)}>
      <div style={{ height: data.items.length * ROW_PX, position: 'relative' }}>
        {shown.map((ticket, index) => (
          <div
            key={ticket.id}
            role="row"
            data-row={first + index}
            className="row"
            style={{ position: 'absolute', insetInline: 0, top: (first + index) * ROW_PX }}
          >
            <span>#{ticket.ticket_number}</span>
            <span>{ticket.subject}</span>
            <span>{ticket.requester_name}</span>
            <span>{ticket.priority}</span>
            <time>{ticket.created_utc}</time>
          </div>
        ))}
      </div>
    </div>
  );
}

const inboxRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: Inbox });
const router = createRouter({ routeTree: rootRoute.addChildren([inboxRoute]) });
const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
