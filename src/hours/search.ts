import { defineSearch, textUpTo, textWhere } from '#src/browser/define-search.ts';

const isDate = (text: string): boolean =>
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) &&
  !text.startsWith('0000') &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);

export const datesSearch = defineSearch({
  /** The first of the 14 days; absent: today. */
  from: textWhere(isDate),
  /** The moment that is asked about, as it was typed. */
  at: textUpTo(60),
});
export type DatesSearch = ReturnType<typeof datesSearch>;

/** What the address says, for the parts of the dates. */
export interface DatesProps {
  readonly search: DatesSearch;
  readonly go: (next: DatesSearch) => void;
}
