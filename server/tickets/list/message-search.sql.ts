import { containsPattern, joinSql, sql, type Db, type Statement } from '#server/db/db.ts';
import type { SearchWord } from './search-words.ts';

/** Tickets whose messages have a word are named one by one up to so many; of more the messages are looked at for each ticket. */
const MAX_NAMED = 1_000;

/** In whose messages each long word of a search occurs, by itself as it was written; null for too many to name. */
export type MessageMatches = ReadonlyMap<string, readonly bigint[] | null>;

/**
 * Messages are stored as they were written: a word is found with its accents and without. ILIKE folds letters of ASCII, so
 * that a word with others is looked for in each way of writing its case.
 */
function occursIn(body: Statement, { text, tag }: SearchWord): Statement {
  const capital = tag.replace(/^./u, (letter) => letter.toUpperCase());
  const cases = tag === text && /^[\0-\x7f]*$/.test(tag) ? [] : [capital, tag.toUpperCase()];
  const patterns = [...new Set([tag, text, ...cases])].map((word) => containsPattern(word));
  const ways = patterns.map((pattern) => sql`${body} collate "C" ilike ${pattern}::text`);
  return sql`(${joinSql(ways, ' or ')})`;
}

/** Looks for each long word first, so that a list is found by two indexes. */
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

/** The condition on the ticket `t`: a message of it has the word. */
export function messageCondition(siteId: bigint, word: SearchWord, matches: MessageMatches): Statement | null {
  const tickets = matches.get(word.tag);
  if (tickets === undefined) return null;
  if (tickets !== null) return tickets.length === 0 ? null : sql`t.id = any(${tickets}::bigint[])`;
  return sql`exists (select from ticket_comment c
    where c.site_id = ${siteId} and c.ticket_id = t.id and ${occursIn(sql`c.body`, word)})`;
}
