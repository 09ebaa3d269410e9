import { totalCount } from './total-count.ts';

/** A list inside a reply that is read and written in batches, so it is never in memory completely. */
export class StreamedList<Item> {
  readonly batches: AsyncIterable<readonly Item[]>;

  constructor(batches: AsyncIterable<readonly Item[]>) {
    this.batches = batches;
  }
}

/** The type of a value in which any list may be a `StreamedList`. */
export type Streamed<Value> =
  Value extends StreamedList<unknown>
    ? Value
    : Value extends readonly (infer Item)[]
      ? readonly Item[] | readonly Streamed<Item>[] | StreamedList<Item> | StreamedList<Streamed<Item>>
      : Value extends object
        ? { readonly [Key in keyof Value]: Streamed<Value[Key]> }
        : Value;

/** @param items Number of items in the streamed lists, without nested ones. */
export type BeforeEnd = (items: number, isWhole: boolean) => Promise<void>;

/**
 * A reply with streamed lists. A failure before the first byte is sent as an error envelope, a later one breaks the
 * connection. Batches are read outside of transactions, so that a slow client holds no database session.
 */
export class StreamedReply<Reply> {
  readonly value: Streamed<Reply>;
  /** Called once, before the last byte or when the client has gone. */
  readonly beforeEnd: BeforeEnd | null;

  constructor(value: Streamed<Reply>, beforeEnd: BeforeEnd | null = null) {
    this.value = value;
    this.beforeEnd = beforeEnd;
  }
}

/** Returns all items if they fit into the first batch, else a streamed list. */
export async function wholeOrStreamed<Item>(batches: AsyncGenerator<Item[]>): Promise<Item[] | StreamedList<Item>> {
  const first = await batches.next();
  if (first.done === true) return [];
  const second = await batches.next();
  if (second.done === true) return first.value;
  return new StreamedList<Item>(chain([first.value, second.value], batches));
}

async function* chain<Item>(read: readonly Item[][], batches: AsyncGenerator<Item[]>): AsyncGenerator<Item[]> {
  try {
    yield* read;
    yield* batches;
  } finally {
    await batches.return(undefined);
  }
}

/** Maps the items of a list, streamed or not. */
export function mapList<Item, Result>(
  list: readonly Item[] | StreamedList<Item>,
  change: (item: Item) => Result,
): Result[] | StreamedList<Result> {
  if (!(list instanceof StreamedList)) return list.map(change);
  return new StreamedList<Result>(mapBatches(list, change));
}

async function* mapBatches<Item, Result>(
  list: StreamedList<Item>,
  change: (item: Item) => Result,
): AsyncGenerator<Result[]> {
  for await (const batch of list.batches) yield batch.map(change);
}

/** A page of a list with its total. Counts only if the total does not follow from the page. */
export async function listReply<Item>(
  items: Item[] | StreamedList<Item>,
  page: { readonly limit: number; readonly skip: number },
  count: () => Promise<number>,
): Promise<ListReply<Item> | StreamedReply<ListReply<Item>>> {
  if (items instanceof StreamedList) {
    return new StreamedReply<ListReply<Item>>({ items, total_count: await count() });
  }
  return { items, total_count: await totalCount(items, page, count) };
}

interface ListReply<Item> {
  readonly items: Item[];
  readonly total_count: number;
}
