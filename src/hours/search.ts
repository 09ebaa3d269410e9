import { defineSearch, textWhere } from '#src/browser/define-search.ts';

const isDate = (text: string): boolean =>
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) &&
  !text.startsWith('0000') &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);

const isMoment = (text: string): boolean =>
  /^.{10}T(?:[01][0-9]|2[0-3]):[0-5][0-9]$/.test(text) && isDate(text.slice(0, 10));

export const datesSearch = defineSearch({
  /** The first of the 14 days; absent: today. */
  from: textWhere(isDate),
  /** The moment to check, by the clocks of the site: `2026-12-24T18:30`. */
  at: textWhere(isMoment),
});
export type DatesSearch = ReturnType<typeof datesSearch>;

/** The search parameters, for the panels of the page. */
export interface DatesProps {
  readonly search: DatesSearch;
  readonly go: (next: DatesSearch) => void;
}
