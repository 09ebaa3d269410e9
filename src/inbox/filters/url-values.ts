/** As the service has it, in characters. */
export const MAX_FILTER_LENGTH = 8000;

/** An ISO 8601 date-time with its offset. */
export function isInstant(text: string): boolean {
  return (
    /^(?!0000)[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9](:[0-5][0-9](\.[0-9]{1,9})?)?(Z|[+-][0-2][0-9]:[0-5][0-9])$/.test(
      text,
    ) && !Number.isNaN(Date.parse(text))
  );
}
