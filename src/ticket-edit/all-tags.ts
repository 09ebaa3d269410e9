import { queryOptions } from '@tanstack/react-query';
import type { TagRecord } from '#contract/tags.ts';
import { call, type CallOptions } from '#src/api/call.ts';
import { listTags } from '#contract/tags.ts';

const PAGE = 200;
/** The most tags that are loaded. */
const MAX_PAGES = 10;
const STALE_MS = 60_000;
const BACKGROUND_STALE_MS = 600_000;

export interface AllTags {
  readonly tags: readonly TagRecord[];
  /** The number of tags on the service, which may be more than are loaded. */
  readonly total: number;
}

/** Every tag of the site, page after page. */
export const allTags = queryOptions<AllTags>({
  queryKey: [listTags.resource, 'all'],
  staleTime: STALE_MS,
  queryFn: ({ signal }) => loadAll({ signal }),
});

/** The colours of the site's tags, by lower-case name. */
export type TagColors = ReadonlyMap<string, number>;

/** Read once, and again after a tag was changed here; no page waits for them. */
export const tagColors = queryOptions<AllTags, Error, TagColors>({
  ...allTags,
  staleTime: BACKGROUND_STALE_MS,
  queryFn: ({ signal }) => loadAll({ signal, priority: 'background' }),
  select: ({ tags }) =>
    new Map(tags.flatMap(({ name, color }) => (color === null ? [] : [[name.toLowerCase(), color] as const]))),
});

async function loadAll(how: Pick<CallOptions<typeof listTags>, 'signal' | 'priority'>): Promise<AllTags> {
  const byId = new Map<bigint, TagRecord>();
  let total = 0;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { items, total_count } = await call(listTags, { query: { limit: PAGE, skip: page * PAGE }, ...how });
    for (const tag of items) byId.set(tag.id, tag);
    total = total_count;
    if (items.length < PAGE) break;
  }
  return { tags: [...byId.values()], total: Math.max(total, byId.size) };
}
