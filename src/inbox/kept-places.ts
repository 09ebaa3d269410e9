const MOST = 50;
const places = new Map<string, number>();

/** Remembers the scroll offset in px of a list whose first row in sight is `first`, until the page is left. */
export function keepPlace(list: string, first: number, offset: number): void {
  const key = `${list} ${first}`;
  places.delete(key);
  places.set(key, offset);
  const oldest = places.keys().next().value;
  if (places.size > MOST && oldest !== undefined) places.delete(oldest);
}

export function placeOf(list: string, first: number): number | undefined {
  return places.get(`${list} ${first}`);
}
