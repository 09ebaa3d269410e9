import { queryOptions } from '@tanstack/react-query';
import { listAiSessions, type Session } from '#contract/conversations.ts';
import { call } from '#src/api/call.ts';
import { read } from '#src/api/read.ts';
import type { ReadPage } from '#src/list-export/list-file.ts';
import type { DayWindow } from '#src/panels/day-window.ts';

/** Conversations by the day they began on. */
interface SessionCounts {
  /** Of the window. */
  readonly total: number;
  readonly handedOff: number;
  /** Began after the window. */
  readonly after: number;
}

/** The first instants of a window and of the day after it. */
function instantsOf({ from, to }: Pick<DayWindow, 'from' | 'to'>) {
  return { from: `${from}T00:00:00.000Z`, to: `${to}T00:00:00.000Z` };
}

/** Counts the conversations that began in a window. The resource knows no end: what began after it is taken away. */
export function sessionCountsOptions(window: Pick<DayWindow, 'from' | 'to'>) {
  const { from, to } = instantsOf(window);
  return queryOptions({
    queryKey: [listAiSessions.resource, listAiSessions.name, 'counts', { from, to }],
    queryFn: async ({ signal }): Promise<SessionCounts> => {
      const count = async (since: string, outcome?: 'handed_off'): Promise<number> => {
        const query = { since, limit: 1, ...(outcome === undefined ? {} : { outcome }) };
        return (await call(listAiSessions, { query, signal })).total_count;
      };
      const [all, handedOff, after, handedOffAfter] = await Promise.all([
        count(from),
        count(from, 'handed_off'),
        count(to),
        count(to, 'handed_off'),
      ]);
      return { total: all - after, handedOff: handedOff - handedOffAfter, after };
    },
  });
}

/** A page of the conversations that began in a window, the newest first. @param after how many began after it */
export function sessionPageOptions(
  window: Pick<DayWindow, 'from' | 'to'>,
  after: number,
  page: { readonly limit: number; readonly skip: number },
) {
  return read(listAiSessions, { since: instantsOf(window).from, limit: page.limit, skip: after + page.skip });
}

export type ConversationRow = Session & { readonly id: string };

/** The conversations of a window for a file. @param after how many began after it */
export function pagesOfSessions(window: Pick<DayWindow, 'from' | 'to'>, after: number): ReadPage<ConversationRow> {
  const { from: since } = instantsOf(window);
  return async (skip, limit, signal) => {
    const query = { since, limit, skip: after + skip };
    const { items, total_count: total } = await call(listAiSessions, { query, priority: 'background', signal });
    return { items: items.map((row) => ({ ...row, id: row.session_id })), total_count: total - after };
  };
}
