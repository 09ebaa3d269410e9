import { StreamedList } from './streamed-reply.ts';

/** Lists of a batch up to this size are read with one statement. */
const WEIGHT_BYTES = 262_144;

/** So many rows exceed `WEIGHT_BYTES` anyway, so `weigh` may stop after them. */
export const WEIGHED_ROWS = 2_000;

interface ListSource<Owner, Item> {
  /** Total bytes of the lists of these records plus 200 for each row. May count only the first `WEIGHED_ROWS` rows. */
  readonly weigh: (ids: readonly bigint[]) => Promise<number>;
  readonly findAll: (ids: readonly bigint[]) => Promise<readonly Item[]>;
  readonly ownerOf: (item: Item) => bigint;
  /** Reads the list of one record, in batches. */
  readonly read: (owner: Owner) => AsyncGenerator<Item[]>;
}

/**
 * Finds the lists that belong to the records of a batch: reads all with one statement, or streams each separately if they
 * are large.
 * @returns a function from a record to its list
 */
export async function listsOf<Owner extends { readonly id: bigint }, Item>(
  owners: readonly Owner[],
  { weigh, findAll, ownerOf, read }: ListSource<Owner, Item>,
): Promise<(owner: Owner) => readonly Item[] | StreamedList<Item>> {
  const ids = owners.map(({ id }) => id);
  if ((await weigh(ids)) > WEIGHT_BYTES) return (owner) => new StreamedList(read(owner));
  const lists = Map.groupBy(await findAll(ids), ownerOf);
  return ({ id }) => lists.get(id) ?? [];
}
