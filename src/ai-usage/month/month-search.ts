/** What of the report stands in its URL. Without a month it is the last one that is over. */
export interface MonthSearch {
  readonly month?: string | undefined;
  /** What the address asked for and means nothing: the page says so and takes it away. */
  readonly ignored?: string | undefined;
}

const MONTH = /^(19[7-9][0-9]|2[0-9]{3})-(0[1-9]|1[0-2])$/;
const MAX_IGNORED_LENGTH = 80;

/** The route's `validateSearch`. */
export function validateMonthSearch(raw: Record<string, unknown>): MonthSearch {
  const { month, ignored } = raw;
  const given = typeof month === 'string' ? month : '';
  const isMonth = MONTH.test(given);
  const unknown = given !== '' && !isMonth ? `month=${given}`.slice(0, MAX_IGNORED_LENGTH) : undefined;
  return {
    month: isMonth ? given : undefined,
    ignored: unknown ?? (typeof ignored === 'string' ? ignored.slice(0, MAX_IGNORED_LENGTH) : undefined),
  };
}
