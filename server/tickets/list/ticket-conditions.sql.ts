import { phoneKey } from '#contract/contact-keys.ts';
import { plainText } from '#contract/folded-text.ts';
import type { TicketPriority, TicketStatus } from '#contract/tickets.ts';
import { containsPattern, escapeLike, joinSql, sql, type Statement } from '#server/db/db.ts';
import { messageCondition } from './message-search.ts';
import { isLongWord, type SearchWord } from './search-words.ts';
import { filterCondition } from './ticket-filter.sql.ts';
import { staleBefore, type TicketSelection } from './ticket-selection.ts';
import type { SelectionContext } from './selection-context.ts';
import { tagKey } from '#server/tickets/tags/ticket-tags.ts';

/** A condition on the ticket `t` for each facet that the selection filters by. */
export interface FacetConditions {
  readonly status?: Statement;
  readonly priority?: Statement;
  readonly channel?: Statement;
  readonly assignee?: Statement;
  readonly snoozed?: Statement;
  readonly stale?: Statement;
  readonly firstReply?: Statement;
}

/** Identical to the condition of a partial index. */
const ACTIVE = sql`t.status in ('open', 'pending')`;
/** Priorities by `priority_rank`. */
const RANKS: readonly TicketPriority[] = ['urgent', 'high', 'normal', 'low'];

export const HAS_NO_REPLY = sql`t.first_response_utc is null`;

/** Open or pending and without a first response. */
export const IS_UNANSWERED = sql`(${ACTIVE} and ${HAS_NO_REPLY})`;

export function isSnoozed(now: Date): Statement {
  return sql`(${ACTIVE} and t.snoozed_until_utc > ${now.toISOString()}::timestamptz)`;
}

export function isStale(now: Date): Statement {
  return sql`(${IS_UNANSWERED} and t.created_utc < ${staleBefore(now)}::timestamptz)`;
}

/** Identical to the condition of a partial index. */
export const AWAITS_REPLY = sql`(t.unanswered_utc is not null and ${ACTIVE})`;

export function isOverdue(since: string | null): Statement {
  return since === null ? sql`false` : sql`(t.unanswered_utc <= ${since}::timestamptz and ${ACTIVE})`;
}

/** The condition of a selection on the ticket `t`. */
export function ticketCondition(selection: TicketSelection, view: SelectionContext): Statement {
  return joinSql([...baseConditions(selection, view), ...Object.values(facetConditions(selection, view.now))], ' and ');
}

/** The conditions that apply to every facet. */
export function baseCondition(selection: TicketSelection, view: SelectionContext): Statement {
  return joinSql(baseConditions(selection, view), ' and ');
}

export function facetConditions(selection: TicketSelection, now: Date): FacetConditions {
  const { status, priority, channel, assignee } = selection;
  return {
    ...(status === null ? {} : { status: hasStatus(status) }),
    ...(priority === null ? {} : { priority: hasPriority(priority) }),
    ...(channel === null ? {} : { channel: sql`t.channel = ${channel}` }),
    ...(assignee === null ? {} : { assignee: hasAssignee(assignee) }),
    ...(selection.snoozed ? { snoozed: isSnoozed(now) } : {}),
    ...(selection.stale ? { stale: isStale(now) } : {}),
    ...(selection.firstReply === null ? {} : { firstReply: hasFirstReply(selection.firstReply) }),
  };
}

function baseConditions(selection: TicketSelection, view: SelectionContext): Statement[] {
  const conditions = [sql`t.site_id = ${view.siteId}`, ...searchConditions(selection, view)];
  if (selection.tag !== null) conditions.push(hasTag(tagKey(selection.tag.trim())));
  if (selection.customerIdentityId !== null)
    conditions.push(sql`t.customer_identity_id = ${selection.customerIdentityId}`);
  if (selection.createdFrom !== null) conditions.push(sql`t.created_utc >= ${selection.createdFrom}::timestamptz`);
  if (selection.createdTo !== null) conditions.push(sql`t.created_utc < ${selection.createdTo}::timestamptz`);
  if (selection.overdue) conditions.push(isOverdue(view.overdueSince));
  if (selection.filter !== null) conditions.push(filterCondition(selection.filter, view));
  return conditions;
}

/** Compares a single value by equality, so an index that begins with it also gives the order. */
function hasStatus(values: readonly TicketStatus[]): Statement {
  if (values.length === 1) return sql`t.status = ${values[0]}`;
  if (values.length === 2 && values.includes('open') && values.includes('pending')) return ACTIVE;
  return sql`t.status = any(${values}::text[])`;
}

function hasPriority(values: readonly TicketPriority[]): Statement {
  const ranks = values.map((value) => RANKS.indexOf(value));
  return ranks.length === 1
    ? sql`t.priority_rank = ${ranks[0]}::smallint`
    : sql`t.priority_rank = any(${ranks}::smallint[])`;
}

function hasAssignee(assignee: bigint | 'none'): Statement {
  return assignee === 'none' ? sql`t.assignee_agent_id is null` : sql`t.assignee_agent_id = ${assignee}`;
}

function hasFirstReply(value: 'none' | 'done'): Statement {
  return value === 'none' ? HAS_NO_REPLY : sql`t.first_response_utc is not null`;
}

/** Under RLS the planner cannot use an index on arrays. The search text has the tags too, so its index finds candidates. */
function hasTag(key: string): Statement {
  const isIn = sql`t.tag_keys @> array[${key}]::text[]`;
  return isLongWord(key) ? sql`(${hasText(key)} and ${isIn})` : isIn;
}

/** All words must match, or the whole search as a phone number. */
function searchConditions({ words, phone }: TicketSelection, view: SelectionContext): Statement[] {
  const key = phone === null ? null : phoneKey(phone, view.country);
  const conditions = words.map((word) => {
    const isInMessage = view.messages === null ? null : messageCondition(view.siteId, word, view.messages);
    return isInMessage === null ? wordCondition(word) : sql`(${wordCondition(word)} or ${isInMessage})`;
  });
  return key === null ? conditions : [sql`((${joinSql(conditions, ' and ')}) or t.requester_phone_key = ${key})`];
}

/** The text is stored in lower case, so LIKE suffices, which is much faster than ILIKE. */
function hasText(text: string): Statement {
  return sql`t.search_text like ${containsPattern(plainText(text))}`;
}

function wordCondition(word: SearchWord): Statement {
  if (word.isLong) {
    if (word.other === null) return hasText(word.text);
    return sql`(${hasText(word.text)} or t.search_text like ${`% ${escapeLike(word.other)} %`})`;
  }
  if (!/^[0-9]+$/.test(word.text)) return hasTag(word.tag);
  return sql`(t.ticket_number::text like ${containsPattern(word.text)} or ${hasTag(word.tag)})`;
}
