import { StreamedList } from './streamed-reply.ts';

/** What belongs to the records of one batch is read at once where it weighs less. */
const WEIGHT_BYTES = 262_144;

/** More rows than this weigh too much, whatever is in them: nobody weighs them all. */
export const WEIGHED_ROWS = 2_000;

/** A record with a list of what belongs to it. */
export type WithList<Owner, Name extends string, Item> = Owner & {
  readonly [Key in Name]: readonly Item[] | StreamedList<Item>;
};

interface ListSource<Owner, Item> {
  /** Bytes of all that belongs to these records, with 200 for each row; of the first `WEIGHED_ROWS` is enough. */
  readonly weigh: (ids: readonly bigint[]) => Promise<number>;
  readonly findAll: (ids: readonly bigint[]) => Promise<readonly Item[]>;
  readonly ownerOf: (item: Item) => bigint;
  /** What belongs to one record, in batches. */
  readonly read: (owner: Owner) => AsyncGenerator<Item[]>;
}

/**
 * Gives each record of a batch the list of what belongs to it: read with one statement for all of them, or where that
 * would be much, streamed one by one.
 */
export async function attachLists<Owner extends { readonly id: bigint }, Name extends string, Item>(
  owners: readonly Owner[],
  name: Name,
  { weigh, findAll, ownerOf, read }: ListSource<Owner, Item>,
): Promise<WithList<Owner, Name, Item>[]> {
  const ids = owners.map(({ id }) => id);
  if ((await weigh(ids)) > WEIGHT_BYTES) return owners.map((owner) => withList(owner, name, streamed(read(owner))));
  const lists = Map.groupBy(await findAll(ids), ownerOf);
  return owners.map((owner) => withList(owner, name, lists.get(owner.id) ?? []));
}

function streamed<Item>(batches: AsyncGenerator<Item[]>): StreamedList<Item> {
  return new StreamedList<Item>(batches as ConstructorParameters<typeof StreamedList<Item>>[0]);
}

function withList<Owner, Name extends string, Item>(
  owner: Owner,
  name: Name,
  list: readonly Item[] | StreamedList<Item>,
): WithList<Owner, Name, Item> {
  return { ...owner, [name]: list } as WithList<Owner, Name, Item>;
}
