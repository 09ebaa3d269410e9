/** As the service has it, in characters. */
export const LONGEST_FILTER = 8000;

/** An ISO 8601 date-time with its offset. */
export function isInstant(text: string): boolean {
  return (
    /^(?!0000)[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9](:[0-5][0-9](\.[0-9]{1,9})?)?(Z|[+-][0-2][0-9]:[0-5][0-9])$/.test(
      text,
    ) && !Number.isNaN(Date.parse(text))
  );
}

/**
 * Whether a text may be the parameter `filter`: a group of conditions in JSON. Whether its fields, operators and values
 * make sense is judged where they are shown, and by the service.
 */
export function isFilterText(text: string): boolean {
  try {
    const group: unknown = JSON.parse(text);
    if (typeof group !== 'object' || group === null || text.length > LONGEST_FILTER) return false;
    const [items, ...more] = Object.values(group);
    return more.length === 0 && ('all' in group || 'any' in group) && Array.isArray(items) && items.length > 0;
  } catch {
    return false;
  }
}
