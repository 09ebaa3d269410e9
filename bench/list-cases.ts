import { sql, type Statement } from '#server/db/db.ts';
import { personOf, WORDS } from './load-tickets.ts';

/** One list: how it is asked for, and the rows and the count that the best SQL by hand would ask for. */
export interface ListCase {
  readonly name: string;
  readonly query: string;
  /** The document has this filter; the others are extensions of ours. */
  readonly isDocumented?: boolean;
  readonly where?: Statement;
  readonly order?: Statement;
  readonly skip?: number;
}

const like = (word: string) => sql`t.search_text like ${`%${word}%`}`;
const OLDEST = sql`t.created_utc, t.id`;

/** @param tickets how many there are; @param at an instant in the middle of them */
export function listCases(tickets: number, at: { readonly from: string; readonly to: string }): readonly ListCase[] {
  const person = Math.floor(tickets / 10);
  const { email, phone } = personOf(person);
  const documented: readonly ListCase[] = [
    { name: 'no filter', query: '' },
    { name: 'status', query: 'status=open', where: sql`t.status = ${'open'}` },
    { name: 'status of most', query: 'status=closed', where: sql`t.status = ${'closed'}` },
    { name: 'priority', query: 'priority=urgent', where: sql`t.priority_rank = 0` },
    {
      name: 'status and priority',
      query: 'status=open&priority=urgent',
      where: sql`t.status = ${'open'} and t.priority_rank = 0`,
    },
    { name: 'assignee', query: 'assignee=7', where: sql`t.assignee_agent_id = ${7n}` },
    { name: 'nobody', query: 'assignee=none', where: sql`t.assignee_agent_id is null` },
    {
      name: 'assignee and status',
      query: 'assignee=7&status=open',
      where: sql`t.assignee_agent_id = ${7n} and t.status = ${'open'}`,
    },
    { name: 'q, a rare word', query: `q=${WORDS.rare}`, where: like(WORDS.rare) },
    { name: 'q, a common word', query: `q=${WORDS.common}`, where: like(WORDS.common) },
    {
      name: 'q, two words',
      query: `q=${WORDS.common}+${WORDS.second}`,
      where: sql`${like(WORDS.common)} and ${like(WORDS.second)}`,
    },
    {
      name: 'q, a common and a rare word',
      query: `q=${WORDS.common}+${WORDS.rare}`,
      where: sql`${like(WORDS.common)} and ${like(WORDS.rare)}`,
    },
    { name: 'q, a phone', query: `q=${encodeURIComponent(phone)}`, where: like(phone) },
    { name: 'q, an email', query: `q=${email}`, where: like(email) },
    { name: 'q, a ticket number', query: `q=%23${1000 + tickets / 2}`, where: like(`#${1000 + tickets / 2}`) },
    { name: 'q, no such word', query: 'q=xylophone', where: like('xylophone') },
    { name: 'page at 10,000', query: 'skip=10000', skip: 10_000 },
    { name: 'the last page', query: `skip=${tickets - 25}`, skip: tickets - 25 },
  ];
  const ours: readonly ListCase[] = [
    {
      name: 'channel',
      query: 'channel=whatsapp',
      where: sql`t.channel = ${'whatsapp'}`,
    },
    { name: 'channel without tickets', query: 'channel=telegram', where: sql`t.channel = ${'telegram'}` },
    { name: 'tag of many', query: 'tag=vip', where: sql`t.tag_keys @> array['vip']` },
    {
      name: 'tag of few',
      query: 'tag=fragile',
      where: sql`t.search_text like ${'%fragile%'} and t.tag_keys @> array['fragile']`,
    },
    {
      name: 'customer',
      query: `customer_identity_id=${1_000_000 + person}`,
      where: sql`t.customer_identity_id = ${BigInt(1_000_000 + person)}`,
    },
    {
      name: 'a day',
      query: `created_from=${at.from}&created_to=${at.to}`,
      where: sql`t.created_utc >= ${at.from}::timestamptz and t.created_utc < ${at.to}::timestamptz`,
    },
    {
      name: 'active',
      query: 'status=open,pending',
      where: sql`t.status in ('open', 'pending')`,
    },
    { name: 'by change', query: 'order_by=updated', order: sql`t.updated_utc desc, t.id desc` },
    {
      name: 'by priority',
      query: 'order_by=priority',
      order: sql`t.priority_rank, t.created_utc desc, t.id desc`,
    },
    { name: 'oldest first', query: 'dir=asc', order: OLDEST },
    {
      name: 'the longest waiting of the active',
      query: 'status=open,pending&order_by=waiting',
      where: sql`t.status in ('open', 'pending')`,
      order: sql`t.first_response_utc is not null, t.created_utc, t.id`,
    },
    {
      name: 'no first reply',
      query: 'first_reply=none&status=open',
      where: sql`t.first_response_utc is null and t.status = ${'open'}`,
    },
  ];
  return [...documented.map((one) => ({ ...one, isDocumented: true })), ...ours];
}
