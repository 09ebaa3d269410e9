/**
 * Where rows stand in a list of which only a few are drawn. Nearly all rows have one height; those that differ (a row
 * under a group's head, one whose text wraps) are stored apart, so that 100,000 rows cost no more than ten.
 */
export class RowOffsets {
  #usual: number;
  /** Rows of another height, ascending. */
  #others: { readonly index: number; readonly height: number }[] = [];

  constructor(usual: number) {
    this.#usual = usual;
  }

  heightOf(index: number): number {
    return this.#others.find((row) => row.index === index)?.height ?? this.#usual;
  }

  /** px from the top of the list to the top of row `index`; with the row count, the height of the list. */
  offsetOf(index: number): number {
    let offset = index * this.#usual;
    for (const row of this.#others) {
      if (row.index >= index) break;
      offset += row.height - this.#usual;
    }
    return offset;
  }

  /** The row that `offset` px from the top falls into. */
  indexAt(offset: number, count: number): number {
    let index = Math.floor(offset / this.#usual);
    // Rows of another height shift the guess by a few rows at most.
    while (index > 0 && this.offsetOf(index) > offset) index -= 1;
    while (index < count - 1 && this.offsetOf(index + 1) <= offset) index += 1;
    return Math.max(0, Math.min(index, count - 1));
  }

  /** Takes in what was measured; true when a row turned out to be of another height than thought. */
  measure(measured: ReadonlyMap<number, number>): boolean {
    const before = [...measured.keys()].map((index) => this.heightOf(index));
    const usual = mostFrequent(measured.values()) ?? this.#usual;
    // Larger text changes all rows at once: what most of the drawn ones have is the usual height from then on.
    if (isOther(usual, this.#usual) && measured.size > 2) {
      this.#usual = usual;
      this.#others = [];
    }
    const kept = this.#others.filter((row) => !measured.has(row.index));
    for (const [index, height] of measured) if (isOther(height, this.#usual)) kept.push({ index, height });
    this.#others = kept.sort((a, b) => a.index - b.index);
    return [...measured.keys()].some((index, at) => isOther(this.heightOf(index), before[at] ?? 0));
  }
}

function isOther(a: number, b: number): boolean {
  return Math.abs(a - b) >= 0.5;
}

function mostFrequent(heights: Iterable<number>): number | undefined {
  const counts = new Map<number, number>();
  for (const height of heights)
    counts.set(Math.round(height * 2) / 2, (counts.get(Math.round(height * 2) / 2) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
