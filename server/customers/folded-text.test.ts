import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldedText, plainText } from '#contract/folded-text.ts';
import { sql } from '#server/db/db.ts';
import { startTestService, type TestService } from '#server/testing/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.close());

interface Folded {
  readonly plain: string;
  readonly folded: string;
}

async function foldedByDatabase(texts: readonly string[]): Promise<Folded[]> {
  return service.database.owner.query<Folded>(sql`
    select plain_text(u.raw) as plain, folded_text(u.raw) as folded
    from unnest(${texts}::text[]) with ordinality as u (raw, position) order by u.position`);
}

/** Alternative spellings may be in any order. */
const wordsOf = (text: string) => text.split(/[ \t\n\r\f\v]+/).toSorted();

/** Letters with case since Unicode 11: an older ICU, such as that of the embedded PostgreSQL, does not fold them. */
const NEW_CASE =
  /[\u{1c90}-\u{1cbf}\u{2c2f}\u{2c5f}\u{a7b8}-\u{a7f6}\u{10570}-\u{105bf}\u{10d50}-\u{10d8f}\u{16e40}-\u{16e7f}\u{16ea0}-\u{16ed3}]/u;

test('the database folds text like the contract', async () => {
  const letters = 'aeouAEOUqbß æœøłđðıςÄÖÜÅéñŻйЁİΣ\u0308\u0301\u030a\t\n@-ʼहिが한';
  const word = fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 });
  const texts = fc.sample(fc.oneof(word, fc.string({ unit: 'grapheme', maxLength: 8 })), { numRuns: 600, seed: 35 });
  const storable = [
    ...texts.filter((text) => !text.includes('\0') && !NEW_CASE.test(text)),
    'Jörg Schönfeld',
    'Schoenfeld',
    'ΟΔΥΣΣΕΥΣ',
  ];
  const rows = await foldedByDatabase(storable);
  for (const [index, text] of storable.entries()) {
    expect(rows[index]?.plain, JSON.stringify(text)).toBe(plainText(text));
    expect(wordsOf(rows[index]?.folded ?? ''), JSON.stringify(text)).toEqual(wordsOf(foldedText(text)));
  }
});
