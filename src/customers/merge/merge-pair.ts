import { parseId } from '#src/format/id.ts';

/** Two customers, in the order of the columns. */
export type Pair = readonly [bigint, bigint];
/** A column of the pair. */
export type Side = 0 | 1;

/** "30418-30122", as the address has it; null where that is no two customers. */
export function parsePair(text: string): Pair | null {
  const [a, b, ...more] = text.split('-').map(parseId);
  return a && b && a !== b && more.length === 0 ? [a, b] : null;
}

export function pairText([a, b]: Pair): string {
  return `${a}-${b}`;
}

/** Whichever of the two is named first. */
export function isSamePair([a, b]: Pair, [c, d]: Pair): boolean {
  return (a === c && b === d) || (a === d && b === c);
}

export function otherSide(side: Side): Side {
  return side === 0 ? 1 : 0;
}
