import { getMigrationStatus } from '#contract/migration.ts';
import { listPortalTokens, MANY_USES, SOON_DAYS } from '#contract/portal.ts';
import type { CallQuery } from '#src/api/call.ts';
import { readPages, read } from '#src/api/read.ts';
import type { PortalSearch, Shown } from './search.ts';

const PAGE_ROWS = 50;

type ListQuery = CallQuery<typeof listPortalTokens>;

const FILTERS: Readonly<Record<Shown, ListQuery>> = {
  active: { state: 'active' },
  expired: { state: 'expired' },
  revoked: { state: 'revoked' },
  expiring: { expiring_days: SOON_DAYS, order_by: 'expires' },
  unused: { state: 'active', unused: true },
  many: { state: 'active', min_uses: MANY_USES },
};

export function listQuery({ show, q, email }: PortalSearch): ListQuery {
  return {
    ...(show === undefined ? {} : FILTERS[show]),
    ...(q === undefined ? {} : { q }),
    ...(email === undefined ? {} : { email }),
  };
}

/** Pages of links; the first page includes the counts of all filters. */
export function listOptions(search: PortalSearch) {
  return readPages(listPortalTokens, listQuery(search), { limit: PAGE_ROWS, first: { facets: true } });
}

/** Counts of the site's links, for a service without the list. */
export const countsOptions = () => read(getMigrationStatus);
