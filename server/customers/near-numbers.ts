import type { Db } from '#server/db/db.ts';
import { findOwnersOfNumbers } from './near-numbers.sql.ts';

/** Of fewer digits almost every number is one digit away from another. */
const MIN_DIGITS = 7;
const DIGITS = [...'0123456789'];

/** Customers who have a number that is one digit away from one of these, as their phone or bound; each once. */
export async function findNearNumbers(db: Db, siteId: bigint, phones: readonly string[]): Promise<bigint[]> {
  const near = new Set(phones.filter((phone) => phone.length >= MIN_DIGITS).flatMap(oneDigitAway));
  for (const phone of phones) near.delete(phone);
  if (near.size === 0) return [];
  // Spelt out, they are looked up in an index one by one, however many customers there are.
  return findOwnersOfNumbers(
    db,
    siteId,
    [...near].flatMap((digits) => [digits, `+${digits}`]),
  );
}

/** Every number with one other digit, one digit more or one digit fewer. */
export function oneDigitAway(digits: string): string[] {
  const found = new Set<string>();
  for (let at = 0; at <= digits.length; at += 1) {
    const [before, behind, rest] = [digits.slice(0, at), digits.slice(at), digits.slice(at + 1)];
    for (const digit of DIGITS) {
      found.add(before + digit + behind);
      if (behind !== '') found.add(before + digit + rest);
    }
    if (behind !== '') found.add(before + rest);
  }
  found.delete(digits);
  return [...found];
}
