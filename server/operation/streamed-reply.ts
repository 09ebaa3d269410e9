/** A list inside a reply that is never in memory as a whole: it is read and written batch after batch. */
export class StreamedList<Item> {
  readonly batches: AsyncIterable<readonly Streamed<Item>[]>;

  constructor(batches: AsyncIterable<readonly Streamed<Item>[]>) {
    this.batches = batches;
  }
}

/** The same value, in which any list may be a streamed one. */
export type Streamed<Value> = Value extends readonly (infer Item)[]
  ? readonly Item[] | readonly Streamed<Item>[] | StreamedList<Item>
  : Value extends object
    ? { readonly [Key in keyof Value]: Streamed<Value[Key]> }
    : Value;

/** How many items the streamed lists of a reply had, those inside of items included. */
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
