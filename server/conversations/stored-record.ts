/** A created or updated record. */
export interface StoredRecord {
  readonly id: bigint;
  readonly is_new: boolean;
}

/** The single row that an upsert returns. */
export function singleRecord(rows: readonly StoredRecord[]): StoredRecord {
  const [row] = rows;
  if (row === undefined) throw new Error('the database returned no record');
  return row;
}
