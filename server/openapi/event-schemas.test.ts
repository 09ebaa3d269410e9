import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { EVENT_TYPES, type EventType } from '#contract/webhook-events.ts';
import { startReceiver, type Receiver } from '#server/testing/receiver.ts';
import { TEST_ACTOR } from '#server/testing/service.ts';
import { startWebhookSite, type WebhookSite } from '#server/testing/webhook-site.ts';
import { createAgent } from '#server/tickets/agents.ts';
import { eventSchema } from './event-schemas.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const EMAIL = 'ada@example.org';

let home: WebhookSite;
let gone: Receiver;

beforeEach(async () => {
  home = await startWebhookSite({ now: NOW });
  gone = await startReceiver();
});
afterEach(async () => {
  await gone.close();
  await home.close();
});

async function must(method: string, resource: string, input: Readonly<Record<string, unknown>>) {
  const { json, text } = await home.call(method, resource, input);
  if (json.ok !== true) throw new Error(text);
  return json.data;
}

async function ingest(item: Readonly<Record<string, unknown>>): Promise<void> {
  const { failed, results } = await must('POST', 'ingest', { items: [item] });
  expect(failed, JSON.stringify(results)).toBe(0);
}

/** Every change that a ticket has events for. */
async function changeTicket(id: bigint, agentId: bigint): Promise<void> {
  const change = (patch: object) => must('PATCH', 'ticket', { id, ...patch });
  await change({ tags: 'wheel' });
  await change({ tags: null, status: 'pending' });
  await change({ status: 'resolved' });
  await change({ assignee_agent_id: String(agentId) });
  await change({ status: 'open', tags: 'wheel' });
  await change({ status: 'resolved' });
  await change({ assignee_agent_id: null, tags: null });
  await change({ status: 'open', tags: null });
  await must('POST', 'ticket_comments', { ticket_id: id, body: 'We send a new one.' });
  await ingest({ kind: 'csat', ticket_id: id, score: 5 });
}

/** Sends every type of event, each field that can be null both with and without a value. */
async function live(): Promise<void> {
  const { database } = home.service;
  const agentId = await createAgent(
    database.owner,
    home.site,
    { name: 'Tomke' },
    { actor: TEST_ACTOR, now: new Date(NOW) },
  );
  const full = await home.createTicket({
    requester_email: EMAIL,
    requester_name: 'Ada',
    requester_phone: '+34600100200',
    initial_comment: 'It wobbles.',
  });
  const bare = await home.createTicket();
  for (const id of [full, bare]) await changeTicket(id, agentId);

  await must('PATCH', 'ai_limits', { monthly_budget_usd: 100 });
  const call = { kind: 'ai_call', feature: 'bot', model: 'small', input_tokens: 9, output_tokens: 9, status: 'ok' };
  for (const cost of [82.5, 17.75]) await ingest({ ...call, latency_ms: 5, cost_usd: cost });
  for (const handoff of [{ session_id: 'a', ticket_id: full }, { session_id: 'b' }]) {
    await ingest({ kind: 'handoff', reason: 'Asked for a person', ...handoff });
    await ingest({ kind: 'handoff', reason: 'Asked for a person', ...handoff, status: 'resolved' });
  }
  const link = await must('POST', 'portal_token', { requester_email: EMAIL });
  await must('DELETE', 'portal_token', { id: link.id });
  await must('PATCH', 'business_calendar', { week: [{ day_of_week: 1, open_minute: 540, close_minute: 1020 }] });
  await must('POST', 'visitors', { visitor_key: 'v', email: EMAIL, phone: '+34600100200', display_name: 'Ada' });
  await must('POST', 'track', { visitor_key: 'w', event: 'page_view' });
  await home.runDue();
  await must('DELETE', 'visitors', { key: 'v' });
  await home.runDue();
}

/** Events that only a delivery brings about. */
async function disableAnother(): Promise<void> {
  const [{ id: own }] = (await must('GET', 'webhook_subscriptions', {})).items;
  for (const event_type of EVENT_TYPES)
    await must('POST', 'webhook_deliveries', { action: 'test', subscription_id: own, event_type });
  gone.answer(410);
  const { id: other } = await home.subscribe({ url: gone.url, events: ['ticket.created'] });
  await must('POST', 'webhook_deliveries', { action: 'test', subscription_id: other });
  await home.runDue();
  await home.runDue();
}

/** The fields that a schema lets be null, and those that are null in a value. */
function* nullsIn(schema: z.core.$ZodType, path: string): Generator<string> {
  const inner = schema instanceof z.ZodMiniOptional ? schema._zod.def.innerType : schema;
  if (inner instanceof z.ZodMiniNullable) yield path;
  if (inner instanceof z.ZodMiniObject)
    for (const [name, field] of Object.entries(inner.shape)) yield* nullsIn(field, `${path}.${name}`);
}

function* pathsOf(value: unknown, path: string, isWanted: (value: unknown) => boolean): Generator<string> {
  if (isWanted(value)) yield path;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const [name, field] of Object.entries(value)) yield* pathsOf(field, `${path}.${name}`, isWanted);
}

const isEventType = (type: unknown): type is EventType => EVENT_TYPES.some((one) => one === type);

test('every event that is sent fits its schema, which has no other field and no other null', async () => {
  await home.subscribe();
  await home.subscribe({ include_pii: true });
  await live();
  await disableAnother();
  const bodies = home.receiver.received.map(({ body }) => JSON.parse(body));
  const known = new Set(EVENT_TYPES.flatMap((type) => [...pathsOfSchema(eventSchema(type), type)]));
  const sent = new Set<string>();
  const nulls = new Set<string>();
  for (const body of bodies) {
    const { type } = body;
    if (!isEventType(type)) expect.fail(String(type));
    const { error } = z.safeParse(eventSchema(type), body);
    expect(error?.issues, JSON.stringify(body)).toBeUndefined();
    for (const path of pathsOf(body, type, () => true)) sent.add(path);
    for (const path of pathsOf(body, type, (value) => value === null)) nulls.add(path);
  }
  // Only the longest texts are cut, and only calls have an id.
  const unsent = [...known].filter((path) => !sent.has(path) && !path.endsWith('.truncated'));
  expect(unsent).toEqual([]);
  expect([...sent].filter((path) => !known.has(path))).toEqual([]);
  const nullable = EVENT_TYPES.flatMap((type) => [...nullsIn(eventSchema(type), type)]);
  const isFact = (path: string) => !path.endsWith('.request_id');
  expect([...nulls].filter(isFact).toSorted()).toEqual(nullable.filter(isFact).toSorted());
});

function* pathsOfSchema(schema: z.core.$ZodType, path: string): Generator<string> {
  yield path;
  const inner = schema instanceof z.ZodMiniOptional ? schema._zod.def.innerType : schema;
  if (inner instanceof z.ZodMiniObject)
    for (const [name, field] of Object.entries(inner.shape)) yield* pathsOfSchema(field, `${path}.${name}`);
}
