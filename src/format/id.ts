const MAX_ID = 9_223_372_036_854_775_807n;

/** The 64-bit id that a text stands for, or null: what `/tickets/$id` may hold. */
export function parseId(text: string): bigint | null {
  if (!/^[1-9][0-9]{0,18}$/.test(text)) return null;
  const id = BigInt(text);
  return id <= MAX_ID ? id : null;
}
