import { createHash, createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { startTestService, TEST_KEYS, type TestService, type TestSite } from '#server/testing/service.ts';
import { deriveToken, newToken } from '#server/tokens/token-format.ts';

/** 40 microseconds each on a slow machine: a million takes most of a minute. */
const TOKENS = inject('trials') === 'long' ? 1_000_000 : 10_000;
const SECRET_START = 10;
const SECRET_LENGTH = 32;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** With 61 degrees of freedom chi-square exceeds it once in ten million positions. */
const CHI_SQUARE = 140;

const KINDS: readonly (readonly [name: string, make: (n: number) => string])[] = [
  ['API tokens', () => newToken('sck', 7n)],
  ['portal links, which differ in a nonce alone', (n) => deriveToken('spt', 7n, 'the key', `portal|v1|1|1|${n}`)],
];

test.each(KINDS)('%s are unique, and each position has all 62 characters evenly', { timeout: 600_000 }, (_, make) => {
  const seen = new Set<string>();
  const counts = Array.from({ length: SECRET_LENGTH }, () => new Uint32Array(128));
  for (let n = 0; n < TOKENS; n += 1) {
    const secret = make(n).slice(SECRET_START, SECRET_START + SECRET_LENGTH);
    seen.add(secret);
    counts.forEach((of, place) => {
      of[secret.charCodeAt(place)] = (of[secret.charCodeAt(place)] ?? 0) + 1;
    });
  }
  expect(seen.size).toBe(TOKENS);
  const expected = TOKENS / BASE62.length;
  for (const [place, of] of counts.entries()) {
    const found = [...BASE62].map((character) => of[character.charCodeAt(0)] ?? 0);
    expect(
      found.reduce((sum, count) => sum + count, 0),
      `place ${place}`,
    ).toBe(TOKENS);
    const chiSquare = found.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(chiSquare, `place ${place}`).toBeLessThan(CHI_SQUARE);
  }
});

let service: TestService;
let own: TestSite;

beforeEach(async () => {
  service = await startTestService();
  own = await service.createSite();
});
afterEach(() => service.close());

/** All values of rows, and publicly known values, as texts. */
async function knownTexts(): Promise<string[]> {
  const rows = await service.database.owner.query<{ row: Record<string, unknown> }>(sql`
    select to_jsonb(t) as row from api_token t union all select to_jsonb(b) from browser_session b
    union all select to_jsonb(p) from portal_token p union all select to_jsonb(s) from site s`);
  const texts = rows.flatMap(({ row }) =>
    Object.values(row).flatMap((value) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const ms = Date.parse(text);
      // A time as seconds, as milliseconds and without its zone; bytes also without their `\x`.
      if (/^\d{4}-\d\d-\d\dT/.test(text))
        return [text, String(ms), String(ms / 1_000), text.slice(0, 19).replace('T', ' ')];
      return [text, text.replace(/^\\x/, '')];
    }),
  );
  return [...new Set(['', 'portal', 'portal|v1', 'sck', 'sct', 'spt', 'secret', ...texts])].filter(
    (text) => text !== 'null',
  );
}

/** Single texts, pairs of texts, and triples of numeric ones: ids and times. */
function* combined(texts: readonly string[]): Generator<string> {
  const numbers = texts.filter((text) => /^[0-9]{1,13}$/.test(text));
  yield* texts;
  for (const between of ['', '|']) {
    for (const one of texts) for (const two of texts) yield one + between + two;
    for (const one of numbers)
      for (const two of numbers) for (const three of numbers) yield [one, two, three].join(between);
  }
}

const toBase62 = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte < 248 ? (BASE62[byte % 62] ?? '') : '')).join('');

/**
 * The tokens that a digest of the known texts begins with, compared by their first characters, so that no encoding is
 * too short.
 */
function findDerivable(secrets: readonly string[], texts: readonly string[]): string[] {
  const heads = new Map(secrets.map((secret) => [secret.slice(0, 16), secret]));
  const found = new Set<string>();
  const look = (digest: Buffer): void => {
    for (const text of [digest.toString('hex'), digest.toString('base64url'), toBase62(digest)]) {
      const secret = heads.get(text.slice(0, 16));
      if (secret !== undefined) found.add(secret);
    }
  };
  for (const text of combined(texts)) {
    for (const name of ['md5', 'sha1', 'sha256']) look(createHash(name).update(text).digest());
  }
  for (const key of texts) for (const text of texts) look(createHmac('sha256', key).update(text).digest());
  return [...found];
}

test('no token of a row can be derived from the database and public knowledge', async () => {
  const session: string = (await service.call('POST', 'sessions', { token: own.token, body: {} })).json.data.token;
  const issued = await service.call('POST', 'api_tokens', { token: own.token, body: { label: 'l', scopes: ['read'] } });
  const body = { requester_email: 'ann@example.org' };
  const link: string = (await service.call('POST', 'portal_token', { token: own.token, body })).json.data.token;
  const secrets = [own.token, issued.json.data.token, session, link].map((raw: string) =>
    raw.slice(SECRET_START, SECRET_START + SECRET_LENGTH),
  );
  const texts = await knownTexts();

  // The search works: it finds the token of a help desk that was the MD5 of an id and a time.
  const [row] = await service.database.owner.query<{ id: bigint; created_utc: string; nonce: string }>(
    sql`select id, created_utc, nonce from portal_token`,
  );
  if (row === undefined) throw new Error('a link was made');
  const weak = createHash('md5')
    .update(`${row.id}${Date.parse(row.created_utc)}`)
    .digest('hex');
  expect(findDerivable([...secrets, weak], texts)).toEqual([weak]);

  // A link is derived by a published method, but not without the key.
  const purpose = `portal|v1|${own.site.id}|${row.id}|${row.nonce}`;
  expect(deriveToken('spt', own.site.id, TEST_KEYS.current.secret, purpose)).toBe(link);
  expect(texts.filter((text) => deriveToken('spt', own.site.id, text, purpose) === link)).toEqual([]);
  expect(texts).toContain(row.nonce);
});
