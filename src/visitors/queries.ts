import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { listAiSessions } from '#contract/conversations.ts';
import type { Reply } from '#contract/operation.ts';
import { deleteVisitor, listVisitors, type Visitor } from '#contract/visitors.ts';
import { call, type CallQuery } from '#src/api/call.ts';
import { invalidateTouched } from '#src/api/invalidation.ts';
import { read } from '#src/api/read.ts';
import type { PageOfRows } from '#src/list-export/list-file.ts';
import type { VisitorsSearch } from './search.ts';

const PAGE_ROWS = 50;
const SESSION_ROWS = 10;

type ListQuery = CallQuery<typeof listVisitors>;

export function listQuery({ q, segment, customer }: VisitorsSearch): ListQuery {
  return {
    ...(q === undefined ? {} : { q }),
    ...(segment === undefined ? {} : { segment }),
    ...(customer === undefined ? {} : { customer_identity_id: BigInt(customer) }),
  };
}

interface VisitorPage extends PageOfRows<Visitor> {
  readonly segment_names?: readonly string[] | undefined;
}

/**
 * Pages of visitors, the first with the names of all segments. `readPages` cannot be used, as the row also answers one
 * visitor.
 */
export function listOptions(search: VisitorsSearch, hasSegments: boolean) {
  const query = listQuery(search);
  return infiniteQueryOptions({
    queryKey: [listVisitors.resource, listVisitors.name, 'pages', query] as readonly unknown[],
    queryFn: ({ pageParam: skip, signal }) =>
      readPage(
        { ...query, limit: PAGE_ROWS, skip, ...(hasSegments && skip === 0 ? { segment_names: true } : {}) },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ items, total_count: total }, _, skip: number) =>
      items.length > 0 && skip + items.length < total ? skip + items.length : undefined,
  });
}

/** A page of visitors, for the list and for its file. */
export async function readPage(
  query: ListQuery,
  options: { readonly signal: AbortSignal; readonly priority?: 'background' },
): Promise<VisitorPage> {
  const reply = await call(listVisitors, { query, ...options });
  return 'items' in reply ? reply : { items: [reply], total_count: 1 };
}

/** One visitor with the newest events. */
export function visitorOptions(key: string) {
  return {
    ...read(listVisitors, { key }),
    select: (reply: Reply<typeof listVisitors>) => ('events' in reply ? reply : null),
    staleTime: 15_000,
  };
}

/** The newest conversations with the AI under the key of a visitor. */
export function sessionsOptions(key: string) {
  return { ...read(listAiSessions, { visitor_key: key, limit: SESSION_ROWS }), staleTime: 15_000 };
}

/** Removes an erased visitor from this tab: answers off screen are dropped, those on screen are loaded again. */
export async function forgetVisitor(client: QueryClient): Promise<void> {
  const touched = new Set<unknown>(deleteVisitor.touches);
  client.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => touched.has(queryKey[0]) });
  await invalidateTouched(deleteVisitor);
}
