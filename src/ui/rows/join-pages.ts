interface Identified {
  readonly id: bigint;
}

/** A page of a list at its position. */
export interface RowPage<Row extends Identified = Identified> {
  readonly skip: number;
  readonly items: readonly Row[];
}
type RowOf<Page extends RowPage> = Page['items'][number];

/** The loaded rows by position. One that stands in two pages, because rows moved between them, is shown once. */
export interface JoinedRows<Page extends RowPage = RowPage> {
  at(index: number): RowOf<Page> | undefined;
  /** The page that a position is shown from. */
  pageAt(index: number): Page | undefined;
  /** True where a row would stand a second time. */
  isRepeated(index: number): boolean;
  /** Position of a row, by the text of its id; undefined when it is not loaded. */
  indexOf(id: string): number | undefined;
  /** How many rows are loaded, each counted once. */
  countLoaded(): number;
}

/** Places in a page by the text of the id; made once for each answer, however often the pages are joined. */
const placesOf = new WeakMap<readonly Identified[], ReadonlyMap<string, number>>();

function placesIn(items: readonly Identified[]): ReadonlyMap<string, number> {
  const known = placesOf.get(items);
  if (known !== undefined) return known;
  const places = new Map<string, number>();
  for (const [place, row] of items.entries()) {
    const id = row.id.toString();
    if (!places.has(id)) places.set(id, place);
  }
  placesOf.set(items, places);
  return places;
}

/**
 * Looks rows up when they are asked for: of thousands of loaded ones a few dozen are drawn.
 * @param pages the first one wins where two overlap
 * @param updates newer states of rows by the text of their id: they change rows in place and never move them
 */
export function joinPages<Page extends RowPage>(
  pages: readonly Page[],
  updates: ReadonlyMap<string, RowOf<Page>> = new Map(),
): JoinedRows<Page> {
  const pageAt = (index: number) => pages.find(({ skip, items }) => index >= skip && index < skip + items.length);
  const placed = (index: number): RowOf<Page> | undefined => {
    const page = pageAt(index);
    return page?.items[index - page.skip];
  };
  const found = new Map<string, number | undefined>();
  const indexOf = (id: string): number | undefined => {
    if (!found.has(id)) found.set(id, findIndex(id));
    return found.get(id);
  };
  const findIndex = (id: string): number | undefined => {
    for (const { skip, items } of pages) {
      const place = placesIn(items).get(id);
      // Where another page lies over this one, the row stands only if that one shows it too.
      if (place !== undefined && placed(skip + place)?.id.toString() === id) return skip + place;
    }
    return undefined;
  };
  let loaded: number | undefined;
  return {
    at: (index) => {
      const row = placed(index);
      return row === undefined ? undefined : (updates.get(row.id.toString()) ?? row);
    },
    pageAt,
    isRepeated: (index) => {
      const row = placed(index);
      return row !== undefined && indexOf(row.id.toString()) !== index;
    },
    indexOf,
    countLoaded: () => (loaded ??= countRows(pages)),
  };
}

/** Rows that stand in the joined pages, each counted once. */
function countRows(pages: readonly RowPage[]): number {
  const ids = new Set<bigint>();
  for (const [number, { skip, items }] of pages.entries()) {
    const over = pages
      .slice(0, number)
      .filter((page) => page.skip < skip + items.length && skip < page.skip + page.items.length);
    for (const [place, { id }] of items.entries()) {
      const index = skip + place;
      if (!over.some((page) => index >= page.skip && index < page.skip + page.items.length)) ids.add(id);
    }
  }
  return ids.size;
}
