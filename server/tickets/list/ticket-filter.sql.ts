import { phoneKey } from '#contract/contact-keys.ts';
import type { Country } from '#contract/dialling.ts';
import { instantOfAge } from '#contract/filter-rules.ts';
import { containsPattern, escapeLike, joinSql, sql, type Statement } from '#server/db/db.ts';
import type { FilterGroup, FilterRule } from './ticket-filter.ts';
import { tagKey } from '#server/tickets/tags/ticket-tags.ts';

const COLUMNS: Readonly<Record<FilterRule['field'], Statement>> = {
  status: sql`t.status`,
  priority: sql`t.priority`,
  channel: sql`t.channel`,
  assignee: sql`t.assignee_agent_id`,
  tag: sql`t.tag_keys`,
  subject: sql`t.subject`,
  requester_name: sql`t.requester_name`,
  requester_email: sql`t.requester_email`,
  requester_phone: sql`t.requester_phone`,
  ticket_number: sql`t.ticket_number`,
  customer_identity_id: sql`t.customer_identity_id`,
  created_utc: sql`t.created_utc`,
  updated_utc: sql`t.updated_utc`,
  first_response_utc: sql`t.first_response_utc`,
  resolved_utc: sql`t.resolved_utc`,
  snoozed_until_utc: sql`t.snoozed_until_utc`,
};

/** The agent that `me` refers to, the country for matching phones, and the present time. */
interface Viewer {
  readonly agentId: bigint | null;
  readonly country: Country | null;
  readonly now: Date;
}

/** The condition of a filter on the ticket `t`. `readTicketSelection` has checked that `me` is an agent. */
export function filterCondition(group: FilterGroup, viewer: Viewer): Statement {
  const parts = group.items.map((item) =>
    'join' in item ? filterCondition(item, viewer) : ruleCondition(item, viewer),
  );
  return sql`(${joinSql(parts, group.join === 'all' ? ' and ' : ' or ')})`;
}

function ruleCondition(rule: FilterRule, viewer: Viewer): Statement {
  const column = COLUMNS[rule.field];
  switch (rule.op) {
    case 'is':
    case 'any_of':
      return anyOf(rule, viewer);
    case 'is_not':
    case 'none_of':
      // Also true for a null field, for which NOT alone would be null.
      return sql`(${anyOf(rule, viewer)} is not true)`;
    case 'contains':
      return contains(rule);
    case 'is_set':
      return rule.kind === 'tag' ? sql`(${column} <> '{}')` : sql`(${column} is not null)`;
    case 'is_not_set':
      return rule.kind === 'tag' ? sql`(${column} = '{}')` : sql`(${column} is null)`;
    case 'between':
      return between(rule);
    case 'older_than':
      return sql`(${column} < ${ageAgo(rule, viewer)}::timestamptz)`;
    case 'newer_than':
      return sql`(${column} >= ${ageAgo(rule, viewer)}::timestamptz)`;
  }
}

function anyOf(rule: FilterRule, { agentId: me, country }: Viewer): Statement {
  const column = COLUMNS[rule.field];
  const values = texts(rule);
  if (rule.kind === 'tag') return sql`(${column} && ${values.map((value) => tagKey(value.trim()))}::text[])`;
  if (rule.field === 'requester_phone') return hasPhone(values, country);
  if (rule.kind === 'text') return hasAnyText(column, values);
  if (rule.kind === 'assignee') {
    const parts = values.map((value) => {
      if (value === 'none') return sql`${column} is null`;
      return sql`${column} = ${value === 'me' ? me : BigInt(value)}::bigint`;
    });
    return sql`(${joinSql(parts, ' or ')})`;
  }
  if (rule.kind === 'choice') return sql`(${column} = any(${values}::text[]))`;
  return sql`(${column} = any(${values}::bigint[]))`;
}

/** Ignores case. The planner can estimate a single ILIKE; several would fold the column once per value. */
function hasAnyText(column: Statement, values: readonly string[]): Statement {
  const [first] = values;
  if (first !== undefined && values.length === 1) return sql`(${column} ilike ${escapeLike(first)})`;
  return sql`(lower(${column}) = any(array(select lower(v) from unnest(${values}::text[]) v)))`;
}

/** Matches phones in any notation; a value that is no phone matches nothing. */
function hasPhone(values: readonly string[], country: Country | null): Statement {
  const keys = values.map((value) => phoneKey(value, country)).filter((key) => key !== null);
  // Compares a single value by equality, so the index also gives the order.
  return keys.length === 1
    ? sql`(t.requester_phone_key = ${keys[0]}::text)`
    : sql`(t.requester_phone_key = any(${keys}::text[]))`;
}

function contains(rule: FilterRule): Statement {
  const pattern = containsPattern(texts(rule)[0] ?? '');
  if (rule.kind !== 'tag') return sql`(${COLUMNS[rule.field]} ilike ${pattern})`;
  return sql`(exists (select from unnest(t.tag_keys) as k where k like ${pattern.toLowerCase()}))`;
}

function between(rule: FilterRule): Statement {
  const column = COLUMNS[rule.field];
  const [from = null, to = null] = rule.values;
  const parts: Statement[] = [];
  if (rule.kind === 'instant') {
    if (from !== null) parts.push(sql`${column} >= ${from}::timestamptz`);
    if (to !== null) parts.push(sql`${column} < ${to}::timestamptz`);
  } else {
    if (from !== null) parts.push(sql`${column} >= ${Number(from)}::integer`);
    if (to !== null) parts.push(sql`${column} <= ${Number(to)}::integer`);
  }
  return sql`(${joinSql(parts, ' and ')})`;
}

function ageAgo(rule: FilterRule, { now }: Viewer): string {
  const instant = instantOfAge(texts(rule)[0] ?? '', now);
  if (instant === null) throw new Error('a parsed age is invalid');
  return instant;
}

function texts(rule: FilterRule): string[] {
  return rule.values.filter((value) => value !== null);
}
