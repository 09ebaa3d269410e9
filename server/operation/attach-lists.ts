import { StreamedList } from './streamed-reply.ts';

/** Lists of a batch below this size are read at once. */
const WEIGHT_BYTES = 262_144;

/** More rows than this weigh too much, whatever is in them: nobody weighs them all. */
export const WEIGHED_ROWS = 2_000;

interface ListSource<Owner, Item> {
  /** Bytes of all that belongs to these records, with 200 for each row; of the first `WEIGHED_ROWS` is enough. */
  readonly weigh: (ids: readonly bigint[]) => Promise<number>;
  readonly findAll: (ids: readonly bigint[]) => Promise<readonly Item[]>;
  readonly ownerOf: (item: Item) => bigint;
  /** Reads the list of one record, in batches. */
  readonly read: (owner: Owner) => AsyncGenerator<Item[]>;
}

/**
 * The list of what belongs to each record of a batch: read with one statement for all of them, or where that would be
 * much, streamed one by one. Answers what finds the list of a record.
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
