import { afterEach, beforeEach, expect, test } from 'vitest';
import { EVENT_TYPES } from '#contract/webhook-events.ts';
import { startReceiver, type Receiver } from '#server/testing/receiver.ts';
import { TEST_ACTOR } from '#server/testing/service.ts';
import { startWebhookSite, type WebhookSite } from '#server/testing/webhook-site.ts';
import { createAgent } from '#server/tickets/agents.ts';

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
  const { results } = await must('POST', 'ingest', { items: [item] });
  expect(results, JSON.stringify(results)).toMatchObject([{ outcome: 'stored' }]);
}

/** Triggers each type of event at least once through the API. */
async function live(): Promise<void> {
  const { database } = home.service;
  const context = { actor: TEST_ACTOR, now: new Date(NOW) };
  const agentId = await createAgent(database.owner, home.site, { name: 'Tomke' }, context);
  await must('PATCH', 'ai_limits', { monthly_budget_usd: 100 });
  const call = { kind: 'ai_call', feature: 'bot', model: 'small', input_tokens: 9, output_tokens: 9, status: 'ok' };
  for (const cost of [82.5, 17.75]) await ingest({ ...call, latency_ms: 5, cost_usd: cost });

  const id = await home.createTicket({ requester_email: EMAIL });
  const change = (patch: object) => must('PATCH', 'ticket', { id, ...patch });
  await change({ assignee_agent_id: String(agentId) });
  await change({ priority: 'high' });
  await change({ priority: 'normal', tags: 'wheel' });
  await change({ status: 'pending' });
  await change({ status: 'open' });
  await change({ status: 'resolved' });
  await must('POST', 'ticket_comments', { ticket_id: id, body: 'We send a new one.' });
  await ingest({ kind: 'csat', ticket_id: id, score: 5 });

  const said = [{ role: 'visitor', text: 'Hello?' }];
  await ingest({ kind: 'transcript', session_id: 's', channel: 'web', visitor_key: 'v', messages: said });
  const handoff = { kind: 'handoff', session_id: 's', reason: 'Asked for a person', ticket_id: id };
  await ingest(handoff);
  await must('POST', 'ingest', { items: [{ ...handoff, status: 'resolved' }] });

  const link = await must('POST', 'portal_token', { requester_email: EMAIL });
  await must('DELETE', 'portal_token', { id: link.id });
  const week = [{ day_of_week: 1, open_minute: 540, close_minute: 1020 }];
  await must('PATCH', 'business_calendar', { week, holidays: [{ date: '2026-12-25', name: 'Christmas' }] });
  await must('POST', 'visitors', { visitor_key: 'v', email: EMAIL });
  await must('POST', 'track', { visitor_key: 'v', event: 'page_view' });
  // Events of a visitor are not sent once the visitor is erased.
  await home.runDue();
  await must('DELETE', 'visitors', { key: 'v' });

  const [{ id: own }] = (await must('GET', 'webhook_subscriptions', {})).items;
  await must('POST', 'webhook_deliveries', { action: 'test', subscription_id: own });
  gone.answer(410);
  const { id: other } = await home.subscribe({ url: gone.url, events: ['ticket.created'] });
  await must('POST', 'webhook_deliveries', { action: 'test', subscription_id: other });
  await home.runDue();
  await home.runDue();
}

/** Keeps names, types and enum values; IDs, times and figures vary. */
function shapeOf(value: unknown, name = ''): unknown {
  if (typeof value === 'number') return 'a number';
  if (typeof value === 'string') {
    if (name === 'session_id' || name === 'request_id') return 'a text';
    if (/^[0-9]+$/.test(value)) return 'an id as text';
    return /^\d{4}-\d\d-\d\dT/.test(value) ? 'a time' : value;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, shapeOf(inside, key)]));
}

const namesIn = (body: { readonly data: object }) => [body, body.data].map((part) => Object.keys(part).toSorted());

test('every sample has the same fields as a real event', async () => {
  await home.subscribe();
  await live();
  const bodies = home.receiver.received.map(({ body }) => JSON.parse(body));
  const { items } = await must('GET', 'webhook_events', {});
  expect(items).toHaveLength(EVENT_TYPES.length);
  for (const { type, sample } of items) {
    const sent = bodies.filter((body) => body.type === type);
    expect(
      sent.map((body) => shapeOf(body)),
      type,
    ).toContainEqual(shapeOf(sample));
    for (const body of sent) expect(namesIn(body), type).toEqual(namesIn(sample));
  }
});
