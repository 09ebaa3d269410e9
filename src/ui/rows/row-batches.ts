/** So many rows are new in one drawing: each costs the browser a millisecond of styles, layout and paint. */
const MAX_NEW = 3;

export interface Drawing<Id> {
  /** The rows whose content is drawn now. */
  readonly ids: ReadonlySet<Id>;
  /** Some rows wait for the next drawing. */
  readonly isPartial: boolean;
}

/**
 * What to draw of the wanted rows: those that stand already and a few more, so that no frame is held up.
 * @param before what the last drawing had
 * @param wanted the most pressing first
 */
export function drawNext<Id>(before: ReadonlySet<Id>, wanted: readonly Id[]): Drawing<Id> {
  const kept = wanted.filter((id) => before.has(id));
  const added = wanted.filter((id) => !before.has(id));
  return { ids: new Set([...kept, ...added.slice(0, MAX_NEW)]), isPartial: added.length > MAX_NEW };
}

/** Indices of the rows between `from` and `to`: the pressing one, what is in sight, then what lies around it. */
export function rowOrder(range: {
  readonly first: number;
  readonly last: number;
  readonly from: number;
  readonly to: number;
  readonly pressing: number;
}): number[] {
  const { first, last, from, to, pressing } = range;
  const all = Array.from({ length: Math.max(0, to - from + 1) }, (_, step) => from + step);
  const distance = (index: number): number =>
    index === pressing ? -1 : index < first ? first - index : Math.max(0, index - last);
  return all.toSorted((one, other) => distance(one) - distance(other) || one - other);
}
