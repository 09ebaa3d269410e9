import * as z from 'zod/mini';
import type { Site } from './service.ts';
import { expect } from './test.ts';

// Builders for a test's own site, each one API call that must answer 200.

type Fields = Readonly<Record<string, unknown>>;

const Ticket = z.object({
  data: z.object({ id: z.number(), ticket_number: z.number(), version: z.optional(z.number()) }),
});
export interface MadeTicket {
  readonly id: number;
  readonly number: number;
  /** Absent without the extensions. */
  readonly version: number | undefined;
}

/** A ticket with one message of its customer. */
export async function makeTicket(site: Site, fields: Fields = {}): Promise<MadeTicket> {
  const { status, priority, tags, assignee_agent_id, snoozed_until_utc, ...created } = fields;
  const { data } = await post(site, 'tickets', Ticket, {
    subject: 'Chain jumps on the third gear',
    channel: 'email',
    requester_name: 'Maren Lindqvist',
    requester_email: 'maren@example.org',
    initial_comment: 'Hello, it jumps since yesterday.',
    ...created,
  });
  const patch = { status, priority, tags, assignee_agent_id, snoozed_until_utc };
  if (Object.values(patch).some((value) => value !== undefined)) {
    const { version } = (await send(site, 'PATCH', 'ticket', Ticket, { id: data.id, ...patch })).data;
    return { id: data.id, number: data.ticket_number, version };
  }
  return { id: data.id, number: data.ticket_number, version: data.version };
}

/** As many tickets as there are fields, or `count` with numbered subjects; the first is the oldest. */
export async function makeTickets(site: Site, what: number | readonly Fields[]): Promise<MadeTicket[]> {
  const all =
    typeof what === 'number'
      ? Array.from({ length: what }, (_, index) => ({ subject: `Ticket number ${index + 1}` }))
      : what;
  const made: MadeTicket[] = [];
  for (const fields of all) made.push(await makeTicket(site, fields));
  return made;
}

const Identity = z.object({
  id: z.number(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  display_name: z.nullable(z.string()),
});
export type MadeCustomer = z.output<typeof Identity>;
const Customer = z.object({ data: z.object({ identity: Identity }) });

/** A customer, with the address of the name unless `fields` say otherwise. */
export async function makeCustomer(site: Site, name: string, fields: Fields = {}): Promise<MadeCustomer> {
  const email = `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@example.org`;
  return (await post(site, 'customer', Customer, { display_name: name, email, ...fields })).data.identity;
}

/** Binds a handle to a customer. */
export async function bindHandle(
  site: Site,
  identityId: number,
  handle: { readonly channel: string; readonly external_user_id: string; readonly display_handle?: string },
): Promise<void> {
  await post(site, 'bind_channel', z.unknown(), { identity_id: identityId, ...handle });
}

const Link = z.object({ data: z.object({ id: z.number(), token: z.string(), token_url: z.string() }) });

/** A portal link of an address, new each time. */
export async function makePortalLink(
  site: Site,
  email: string,
  { days = 30 } = {},
): Promise<z.output<typeof Link>['data']> {
  const body = { requester_email: email, expiry_days: days, reuse_active: false };
  return (await post(site, 'portal_token', Link, body)).data;
}

const Stored = z.object({ data: z.object({ failed: z.literal(0) }) });

/** AI calls, by `bot` and without cost unless they say otherwise; every one has to be stored. */
export async function makeAiCalls(site: Site, calls: readonly Fields[]): Promise<void> {
  const items = calls.map((fields) => ({
    ...{ kind: 'ai_call', feature: 'bot', model: 'lumen-large-2', input_tokens: 100, output_tokens: 10 },
    ...{ latency_ms: 700, status: 'ok', cost_usd: 0, ...fields },
  }));
  for (let from = 0; from < items.length; from += 100) {
    await post(site, 'ingest', Stored, { items: items.slice(from, from + 100) });
  }
}

/** CSAT answers by ticket id; each must be stored. */
export async function makeAnswers(site: Site, answers: readonly Fields[]): Promise<void> {
  await post(site, 'ingest', Stored, { items: answers.map((fields) => ({ kind: 'csat', ...fields })) });
}

/** Transcripts, handoffs and ratings of conversations, by their `kind`; each must be stored. */
export async function makeConversations(site: Site, items: readonly Fields[]): Promise<void> {
  for (let from = 0; from < items.length; from += 100)
    await post(site, 'ingest', Stored, { items: items.slice(from, from + 100) });
}

function post<Answer extends z.ZodMiniType>(site: Site, resource: string, answer: Answer, body: Fields) {
  return send(site, 'POST', resource, answer, body);
}

async function send<Answer extends z.ZodMiniType>(
  site: Site,
  method: string,
  resource: string,
  answer: Answer,
  body: Fields,
): Promise<z.output<Answer>> {
  const { status, json } = await site.call(method, resource, { body });
  expect(status, `${method} ${resource}: ${JSON.stringify(json)}`).toBe(200);
  return answer.parse(json);
}
