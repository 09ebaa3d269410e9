import { containsPattern, joinSql, sql, type Db, type Statement } from '#server/db/db.ts';
import type { SearchWord } from './search-words.ts';
import { DatabaseUnavailable } from '#server/db/errors.ts';
import { ApiError } from '#server/operation/api-error.ts';

/** Up to this many messages with a word, the condition lists their tickets; above, it searches each ticket's messages. */
const MAX_NAMED = 1_000;

/** Ids of the tickets with a message that has the word, by long word as written; null if there are too many. */
export type MessageMatches = ReadonlyMap<string, readonly bigint[] | null>;

/**
 * Messages are stored as written, so a word is searched with and without accents. With collation C, ILIKE folds only
 * ASCII letters, so a word with other letters is also searched capitalized and in upper case.
 */
function occursIn(body: Statement, { text, tag }: SearchWord): Statement {
  const capital = tag.replace(/^./u, (letter) => letter.toUpperCase());
  const cases = tag === text && /^[\0-\x7f]*$/.test(tag) ? [] : [capital, tag.toUpperCase()];
  const patterns = [...new Set([tag, text, ...cases])].map((word) => containsPattern(word));
  const ways = patterns.map((pattern) => sql`${body} collate "C" ilike ${pattern}::text`);
  return sql`(${joinSql(ways, ' or ')})`;
}

/** Searches messages for each long word first, so the list query can combine two indexes. */
export async function findMessageMatches(
  db: Db,
  siteId: bigint,
  words: readonly SearchWord[],
): Promise<MessageMatches> {
  const matches = new Map<string, readonly bigint[] | null>();
  for (const word of words.filter(({ isLong }) => isLong)) matches.set(word.tag, await findTicketsOf(db, siteId, word));
  return matches;
}

async function findTicketsOf(db: Db, siteId: bigint, word: SearchWord): Promise<readonly bigint[] | null> {
  const rows = await db.query<{ ticket_id: bigint }>(sql`
    select c.ticket_id from ticket_comment c
    where c.site_id = ${siteId} and ${occursIn(sql`c.body`, word)} limit ${MAX_NAMED + 1}`);
  return rows.length > MAX_NAMED ? null : [...new Set(rows.map((row) => row.ticket_id))];
}

/** A condition on the ticket `t`: one of its messages has the word. Null if none can. */
export function messageCondition(siteId: bigint, word: SearchWord, matches: MessageMatches): Statement | null {
  const tickets = matches.get(word.tag);
  if (tickets === undefined) return null;
  if (tickets !== null) return tickets.length === 0 ? null : sql`t.id = any(${tickets}::bigint[])`;
  return sql`exists (select from ticket_comment c
    where c.site_id = ${siteId} and c.ticket_id = t.id and ${occursIn(sql`c.body`, word)})`;
}

/** SQLSTATE `query_canceled`, which a statement timeout raises. */
const TIME_LIMIT = '57014';
const RETRY_AFTER_SECONDS = 30;

/**
 * Runs a search. If it includes messages and times out, the error suggests a cheaper search instead of saying that the
 * service is busy.
 * @throws ApiError overloaded
 */
export async function searchMessages<Found>(isAsked: boolean, search: () => Promise<Found>): Promise<Found> {
  try {
    return await search();
  } catch (error) {
    if (!isAsked || !(error instanceof DatabaseUnavailable) || error.code !== TIME_LIMIT) throw error;
    const message = 'Searching messages for these words takes too long: add a rarer word, or search without text=1';
    throw new ApiError('overloaded', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}
