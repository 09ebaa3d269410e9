/** A record that was stored: made now, or one that was there and has changed. */
export interface StoredRecord {
  readonly id: bigint;
  readonly is_new: boolean;
}

/** The only row of an upsert. */
export function theRecord(rows: readonly StoredRecord[]): StoredRecord {
  const [row] = rows;
  if (row === undefined) throw new Error('the record was not answered');
  return row;
}
