import { listAuditLog, type AuditEntry } from '#contract/audit.ts';
import { listApiTokens } from '#contract/tokens.ts';
import type { CallQuery } from '#src/api/call.ts';
import { readPages, read } from '#src/api/read.ts';
import { addDays } from '#src/format/days.ts';
import { instantAt } from '#src/format/zone-time.ts';
import type { AuditSearch } from './search.ts';

const PAGE_ROWS = 50;

type Query = CallQuery<typeof listAuditLog>;

/** Query of the list. @param zone the time zone of the days in the URL */
export function auditQuery({ token, action, type, object, outcome, since, until }: AuditSearch, zone: string): Query {
  return {
    ...(token === undefined ? {} : { token_id: BigInt(token) }),
    ...(action === undefined ? {} : { action }),
    ...(type === undefined ? {} : { object_type: type }),
    ...(object === undefined ? {} : { object_id: object }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(since === undefined ? {} : { since: startOf(since, zone) }),
    ...(until === undefined ? {} : { until: startOf(addDays(until, 1), zone) }),
  };
}

function startOf(day: string, zone: string): string {
  return instantAt({ day, time: '00:00' }, zone) ?? `${day}T00:00:00.000Z`;
}

export function auditOptions(search: AuditSearch, zone: string) {
  return readPages(listAuditLog, auditQuery(search, zone), { limit: PAGE_ROWS });
}

/** Identifies an entry in the URL. */
export function entryKey({ id, at_utc: at }: Pick<AuditEntry, 'id' | 'at_utc'>): string {
  return `${id}-${Date.parse(at)}`;
}

/** Entries at the instant of the key: the API finds entries by time, not by ID. */
export function entryOptions(key: string, search: AuditSearch) {
  const at = Number(key.slice(key.indexOf('-') + 1));
  const { since: _since, until: _until, ...filters } = search;
  return read(listAuditLog, {
    ...auditQuery(filters, 'UTC'),
    since: new Date(at).toISOString(),
    until: new Date(at + 1).toISOString(),
    limit: 200,
  });
}

/** All API tokens, also revoked ones: each may have entries. */
export function tokensOptions() {
  return { ...read(listApiTokens, { limit: 200 }), staleTime: 60_000 };
}
