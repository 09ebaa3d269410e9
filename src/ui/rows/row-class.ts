/**
 * The open ticket and the ticked ones. Tint and a bar of 2 px at the start: the selection is seen without colour too.
 */
const SELECTED =
  "bg-selected before:absolute before:inset-y-0 before:start-0 before:w-0.5 before:bg-accent before:content-['']";

/** The background of a row. What failed is also said in words. */
export function rowClass(isChosen: boolean, hasFailed: boolean): string {
  if (hasFailed) return 'bg-danger-tint';
  return isChosen ? SELECTED : 'hover:bg-hover';
}
