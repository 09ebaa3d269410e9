import { keepPreviousData } from '@tanstack/react-query';
import { getMigrationStatus } from '#contract/migration.ts';
import { listPortalTokens, MANY_USES, SOON_DAYS } from '#contract/portal.ts';
import type { CallQuery } from '#src/api/call.ts';
import { readPages } from '#src/api/read-pages.ts';
import { read } from '#src/api/read.ts';
import { useNow } from '#src/format/use-now.ts';
import { useMoreRows } from '#src/ui/rows/more-rows.tsx';
import type { PortalSearch, Shown } from './search.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const PAGE_ROWS = 50;

type ListQuery = CallQuery<typeof listPortalTokens>;

const FILTERS: Readonly<Record<Shown, ListQuery>> = {
  active: { state: 'active' },
  expired: { state: 'expired' },
  revoked: { state: 'revoked' },
  expiring: { expiring_days: SOON_DAYS },
  unused: { state: 'active', unused: true },
  many: { state: 'active', min_uses: MANY_USES },
};

/** Query of the list. @param nowMs rounded down to the hour, so that the query stays the same */
export function listQuery({ show, q, email, days, order, dir }: PortalSearch, nowMs: number): ListQuery {
  const hour = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  return {
    ...(show === undefined ? {} : FILTERS[show]),
    ...(q === undefined ? {} : { q }),
    ...(email === undefined ? {} : { email }),
    ...(days === undefined ? {} : { created_from: new Date(hour - days * DAY_MS).toISOString() }),
    ...(order === undefined ? {} : { order_by: order }),
    ...(dir === undefined ? {} : { dir }),
  };
}

/** Pages of rows; the first includes the counts of all filters. */
export function listOptions(query: ListQuery) {
  return readPages(listPortalTokens, query, { limit: PAGE_ROWS, first: { facets: true } });
}

/** Active, expired, revoked and how often links were opened, of the whole site. */
export const countsOptions = () => read(getMigrationStatus);

/** The links of the address; the previous ones stay until the new ones load. */
export function useLinks(search: PortalSearch, isListed = true) {
  const options = listOptions(listQuery(search, useNow()));
  return useMoreRows({ ...options, enabled: isListed, placeholderData: keepPreviousData });
}
