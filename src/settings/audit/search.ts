import { AUDIT_OUTCOMES } from '#contract/audit.ts';
import { defineSearch, idText, oneOf, textUpTo, textWhere } from '#src/browser/define-search.ts';
import { instantAt } from '#src/format/zone-time.ts';

/** Refuses a year that is still being typed, such as 0002. */
export function isDay(text: string): boolean {
  return text > '2' && instantAt({ day: text, time: '00:00' }, 'UTC') !== null;
}

/** Search parameters of the page. Without any it lists all entries, newest first. */
export const auditSearch = defineSearch({
  /** Id of the API token that wrote. */
  token: idText,
  /** As the service names it, such as `ticket.update`. */
  action: textUpTo(60),
  /** Kind of record, as the service names it, and the record's id. */
  type: textUpTo(60),
  object: textUpTo(100),
  outcome: oneOf(AUDIT_OUTCOMES),
  /** Days in the displayed time zone, both inclusive. */
  since: textWhere(isDay),
  until: textWhere(isDay),
  /** The open entry: its ID, a hyphen and its time in ms, by which the service finds it. */
  entry: textWhere((text) => /^[1-9][0-9]{0,18}-[0-9]{1,14}$/.test(text)),
});
export type AuditSearch = ReturnType<typeof auditSearch>;
export function isFiltered({ token, action, type, object, outcome, since, until }: AuditSearch): boolean {
  return [token, action, type, object, outcome, since, until].some((value) => value !== undefined);
}
