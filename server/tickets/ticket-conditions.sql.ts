import { joinSql, sql, type Statement } from '#server/db/db.ts';
import { containsPattern } from './like-pattern.ts';
import type { SearchWord } from './search-words.ts';
import { staleBefore } from './stale.ts';
import { filterCondition } from './ticket-filter.sql.ts';
import type { TicketSelection } from './ticket-selection.ts';
import { tagKey } from './ticket-tags.ts';

/** Whose tickets, seen by whom and when. */
export interface Viewpoint {
  readonly siteId: bigint;
  /** The agent of the token. */
  readonly agentId: bigint | null;
  readonly now: Date;
}

/** One condition on the ticket `t` for each facet that the selection narrows. */
export interface FacetConditions {
  readonly status?: Statement;
  readonly priority?: Statement;
  readonly channel?: Statement;
  readonly assignee?: Statement;
  readonly snoozed?: Statement;
  readonly stale?: Statement;
}

const ACTIVE = sql`t.status in ('open', 'pending')`;

export function isSnoozed(now: Date): Statement {
  return sql`(${ACTIVE} and t.snoozed_until_utc > ${now.toISOString()}::timestamptz)`;
}

export function isStale(now: Date): Statement {
  return sql`(${ACTIVE} and t.first_response_utc is null and t.created_utc < ${staleBefore(now)}::timestamptz)`;
}

/** Everything that a selection asks of the ticket `t`. */
export function ticketCondition(selection: TicketSelection, view: Viewpoint): Statement {
  return joinSql([...baseConditions(selection, view), ...Object.values(facetConditions(selection, view.now))], ' and ');
}

/** What no facet can lift. */
export function baseCondition(selection: TicketSelection, view: Viewpoint): Statement {
  return joinSql(baseConditions(selection, view), ' and ');
}

export function facetConditions(selection: TicketSelection, now: Date): FacetConditions {
  const { status, priority, channel, assignee } = selection;
  return {
    ...(status === null ? {} : { status: oneOf(sql`t.status`, status) }),
    ...(priority === null ? {} : { priority: oneOf(sql`t.priority`, priority) }),
    ...(channel === null ? {} : { channel: sql`t.channel = ${channel}` }),
    ...(assignee === null ? {} : { assignee: hasAssignee(assignee) }),
    ...(selection.snoozed ? { snoozed: isSnoozed(now) } : {}),
    ...(selection.stale ? { stale: isStale(now) } : {}),
  };
}

function baseConditions(selection: TicketSelection, view: Viewpoint): Statement[] {
  const conditions = [sql`t.site_id = ${view.siteId}`, ...selection.words.map(wordCondition)];
  if (selection.tag !== null) conditions.push(hasTag(tagKey(selection.tag.trim())));
  if (selection.customerIdentityId !== null)
    conditions.push(sql`t.customer_identity_id = ${selection.customerIdentityId}`);
  if (selection.createdFrom !== null) conditions.push(sql`t.created_utc >= ${selection.createdFrom}::timestamptz`);
  if (selection.createdTo !== null) conditions.push(sql`t.created_utc < ${selection.createdTo}::timestamptz`);
  if (selection.firstReply === 'none') conditions.push(sql`t.first_response_utc is null`);
  if (selection.firstReply === 'done') conditions.push(sql`t.first_response_utc is not null`);
  if (selection.filter !== null) conditions.push(filterCondition(selection.filter, view.agentId));
  return conditions;
}

/** A single value by equality, so that an index on it keeps the order behind it. */
function oneOf(column: Statement, values: readonly string[]): Statement {
  return values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${values}::text[])`;
}

function hasAssignee(assignee: bigint | 'none'): Statement {
  return assignee === 'none' ? sql`t.assignee_agent_id is null` : sql`t.assignee_agent_id = ${assignee}`;
}

function hasTag(key: string): Statement {
  return sql`t.tag_keys @> array[${key}]::text[]`;
}

function wordCondition(word: SearchWord): Statement {
  if (word.isLong) return sql`t.search_text ilike ${containsPattern(word.text)}`;
  if (!/^[0-9]+$/.test(word.text)) return hasTag(word.text);
  return sql`(t.ticket_number::text like ${containsPattern(word.text)} or ${hasTag(word.text)})`;
}
