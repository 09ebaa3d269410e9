const SLOT_MS = { day: 86_400_000, hour: 3_600_000, quarter: 900_000 } as const;
type Slot = keyof typeof SLOT_MS;

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A range of time made of whole slots of a tally. */
export interface Segment extends Range {
  readonly slot: Slot;
}

export interface Segments {
  readonly tallied: readonly Segment[];
  /** Ranges within a slot, whose answers are counted one by one. */
  readonly rest: readonly Range[];
}

/**
 * The time between the first and the last cut in as large slots as no cut falls into, in order.
 * @param fine The smallest slots that may be taken
 */
export function segmentsOf(cuts: readonly Date[], fine: Slot): Segments {
  const tallied: Segment[] = [];
  const rest: Range[] = [];
  const add = (slot: Slot, range: Range) => {
    const last = tallied.at(-1);
    if (last?.slot === slot && last.to === range.from) tallied[tallied.length - 1] = { ...last, to: range.to };
    else tallied.push({ slot, ...range });
  };
  /** Divides a range into slots of this size, and the remainder on both sides into smaller ones. */
  const divide = (range: Range, slots: readonly Slot[]) => {
    const [slot, ...smaller] = slots;
    if (range.from >= range.to) return;
    if (slot === undefined) {
      rest.push(range);
      return;
    }
    const size = SLOT_MS[slot];
    const from = Math.ceil(range.from / size) * size;
    const to = Math.floor(range.to / size) * size;
    if (from >= to) {
      divide(range, smaller);
      return;
    }
    divide({ from: range.from, to: from }, smaller);
    add(slot, { from, to });
    divide({ from: to, to: range.to }, smaller);
  };
  cuts.slice(1).forEach((end, index) => {
    divide({ from: cuts[index]?.getTime() ?? 0, to: end.getTime() }, fine === 'day' ? ['day'] : ['day', fine]);
  });
  return { tallied, rest };
}
