/** A record that was stored: made now, or one that was there and has changed. */
export interface StoredRecord {
  readonly id: bigint;
  readonly is_new: boolean;
}
