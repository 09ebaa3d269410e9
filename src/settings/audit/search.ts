import { AUDIT_OUTCOMES } from '#contract/audit.ts';
import { defineSearch, idText, oneOf, textUpTo, textWhere } from '#src/browser/define-search.ts';
import { instantAt } from '#src/format/zone-time.ts';

/** Half a year that is being typed, such as 0002, is none. */
const date = textWhere((text) => text > '2' && instantAt({ day: text, time: '00:00' }, 'UTC') !== null);

/** What of the audit log stands in its URL. Absent: every entry that is kept, the newest first. */
export const auditSearch = defineSearch(
  {
    /** Id of the API token that wrote. */
    token: idText,
    /** As the service names it, such as `ticket.update`. */
    action: textUpTo(60),
    /** Kind of record, as the service names it, and the record's id. */
    type: textUpTo(60),
    object: textUpTo(100),
    outcome: oneOf(AUDIT_OUTCOMES),
    /** Whole days in the zone that is shown; the last one is in it. */
    since: date,
    until: date,
    /** The entry that is open: its id, a hyphen and its time in ms, by which the service finds it. */
    entry: textWhere((text) => /^[1-9][0-9]{0,18}-[0-9]{1,14}$/.test(text)),
  },
  {
    contradictions: ({ since, until }) =>
      since !== undefined && until !== undefined && since > until ? ['since', 'until'] : [],
  },
);
export type AuditSearch = ReturnType<typeof auditSearch>;
/** From the address as it is by then: a field that is left and a choice may come at once. */
export type NextSearch = (before: AuditSearch) => AuditSearch;

/** A filter hides entries. */
export function isFiltered({ token, action, type, object, outcome, since, until }: AuditSearch): boolean {
  return [token, action, type, object, outcome, since, until].some((value) => value !== undefined);
}
