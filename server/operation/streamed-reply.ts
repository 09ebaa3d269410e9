/** A list inside a reply that is never in memory as a whole: it is read and written batch after batch. */
export class StreamedList<Item> {
  readonly batches: AsyncIterable<readonly Item[]>;

  constructor(batches: AsyncIterable<readonly Item[]>) {
    this.batches = batches;
  }
}

/** The same value, in which any list may be a streamed one. */
export type Streamed<Value> =
  Value extends StreamedList<unknown>
    ? Value
    : Value extends readonly (infer Item)[]
      ? readonly Item[] | readonly Streamed<Item>[] | StreamedList<Item> | StreamedList<Streamed<Item>>
      : Value extends object
        ? { readonly [Key in keyof Value]: Streamed<Value[Key]> }
        : Value;

/** How many items the streamed lists of a reply had, without those inside of items. */
export type BeforeEnd = (items: number, isWhole: boolean) => Promise<void>;

/**
 * A reply with streamed lists. What goes wrong before the first byte is still an error envelope; what goes wrong behind
 * it breaks the connection. Batches are read outside of any transaction, so that a slow reader holds no session of the
 * database.
 */
export class StreamedReply<Reply> {
  readonly value: Streamed<Reply>;
  /** Called once, before the last byte or when the reader has gone. */
  readonly beforeEnd: BeforeEnd | null;

  constructor(value: Streamed<Reply>, beforeEnd: BeforeEnd | null = null) {
    this.value = value;
    this.beforeEnd = beforeEnd;
  }
}

/** All items where the first batch holds them all, else a list that goes on behind that batch. */
export async function wholeOrStreamed<Item>(batches: AsyncGenerator<Item[]>): Promise<Item[] | StreamedList<Item>> {
  const first = await batches.next();
  if (first.done === true) return [];
  const second = await batches.next();
  if (second.done === true) return first.value;
  return new StreamedList<Item>(continued([first.value, second.value], batches));
}

async function* continued<Item>(read: readonly Item[][], batches: AsyncGenerator<Item[]>): AsyncGenerator<Item[]> {
  try {
    yield* read;
    yield* batches;
  } finally {
    await batches.return(undefined);
  }
}

/** The same list with each item changed. */
export function mapList<Item, Result>(
  list: readonly Item[] | StreamedList<Item>,
  change: (item: Item) => Result,
): Result[] | StreamedList<Result> {
  if (!(list instanceof StreamedList)) return list.map(change);
  return new StreamedList<Result>(changed(list, change));
}

async function* changed<Item, Result>(
  list: StreamedList<Item>,
  change: (item: Item) => Result,
): AsyncGenerator<Result[]> {
  for await (const batch of list.batches) yield batch.map(change);
}

/** A page of a list with its total, which is counted only where the page does not show it by itself. */
export async function listReply<Item>(
  items: Item[] | StreamedList<Item>,
  { limit, skip }: { readonly limit: number; readonly skip: number },
  count: () => Promise<number>,
): Promise<ListReply<Item> | StreamedReply<ListReply<Item>>> {
  if (items instanceof StreamedList) {
    return new StreamedReply<ListReply<Item>>({ items, total_count: await count() });
  }
  const isTotalKnown = items.length < limit && (items.length > 0 || skip === 0);
  return { items, total_count: isTotalKnown ? skip + items.length : await count() };
}

interface ListReply<Item> {
  readonly items: Item[];
  readonly total_count: number;
}
