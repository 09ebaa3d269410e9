/** A numeric of the database as it goes onto the wire: a number, or a bigint where an integer is beyond 2^53. */
export function exactNumber(text: string): number | bigint {
  const number = Number(text);
  if (Math.abs(number) <= Number.MAX_SAFE_INTEGER || !/^-?[0-9]+$/.test(text)) return number;
  return BigInt(text);
}
