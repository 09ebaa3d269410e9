const MAX_POSITIONS = 50;
const positions = new Map<string, number>();

/** Remembers the scroll offset in px of a list whose first row in sight is `first`, until the page is left. */
export function saveScrollPosition(list: string, first: number, offset: number): void {
  const key = `${list} ${first}`;
  positions.delete(key);
  positions.set(key, offset);
  const oldest = positions.keys().next().value;
  if (positions.size > MAX_POSITIONS && oldest !== undefined) positions.delete(oldest);
}

export function savedScrollPosition(list: string, first: number): number | undefined {
  return positions.get(`${list} ${first}`);
}
