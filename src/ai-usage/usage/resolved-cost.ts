import { useQuery } from '@tanstack/react-query';
import { listTickets } from '#contract/tickets.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import type { DayWindow } from '#src/panels/day-window.ts';

type Days = Pick<DayWindow, 'from' | 'to'>;

/** The parameter `filter` of GET tickets, and of the inbox: resolved within whole UTC days. */
export function resolvedFilter({ from, to }: Days): string {
  const value = [`${from}T00:00:00.000Z`, `${to}T00:00:00.000Z`];
  return JSON.stringify({ all: [{ field: 'resolved_utc', op: 'between', value }] });
}

/** Tickets resolved in these days that are still resolved or closed; undefined while not known, and where the service has no filters. */
export function useResolved(window: Days): number | undefined {
  const query = useQuery({
    ...read(listTickets, { status: ['resolved', 'closed'], filter: resolvedFilter(window), limit: 1 }),
    enabled: hasExtension(useWhoami(), 'ticket_filters'),
  });
  return query.data?.total_count;
}

/** USD for each resolved ticket; null where there is none to divide by. */
export function costPerTicket(costUsd: number, resolved: number): number | null {
  return resolved > 0 ? costUsd / resolved : null;
}
