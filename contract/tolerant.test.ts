import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { parseJson } from './json.ts';
import { extension, ours } from './operation.ts';
import { getWhoami } from './site.ts';
import { choice, id, utc } from './scalars.ts';
import { getTicket, listTickets } from './tickets.ts';
import { tolerant } from './tolerant.ts';

const TICKET = {
  id: 1,
  ticket_number: 1001,
  subject: 'Wheel',
  status: 'open',
  priority: 'low',
  channel: 'web',
  requester_name: null,
  requester_email: null,
  requester_phone: null,
  tags: null,
  first_response_utc: null,
  resolved_utc: null,
  created_utc: '2026-11-20T14:32:00.000Z',
  customer_identity_id: null,
};
const read = (schema: z.ZodMiniType, value: unknown) => z.parse(tolerant(schema), value);

test('a service that has just the document is enough', () => {
  expect(read(listTickets.reply, { items: [TICKET], total_count: 1 })).toEqual({
    items: [{ ...TICKET, id: 1n }],
    total_count: 1,
  });
});

test('unknown fields are dropped and unknown names of an enumeration stay', () => {
  const reply = read(listTickets.reply, {
    items: [{ ...TICKET, status: 'on_hold', mood: 'good' }],
    total_count: 1,
    page: 2,
  });
  expect(reply).toEqual({ items: [{ ...TICKET, id: 1n, status: 'on_hold' }], total_count: 1 });
});

test('what the document does not state may be missing or have another shape', () => {
  const schema = z.object({
    ours: ours(z.array(z.string())),
    extension: extension('agents', z.number()),
    asked: z.optional(z.object({ id })),
    nested: z.object({ inner: z.optional(z.boolean()) }),
  });
  expect(read(schema, { ours: 'x', extension: '1', asked: { id: 'x' }, nested: { inner: 3 } })).toEqual({ nested: {} });
  expect(read(schema, { nested: {} })).toEqual({ nested: {} });
  const good = { ours: ['a'], extension: 1, asked: { id: 2 }, nested: { inner: true } };
  expect(read(schema, good)).toEqual({ ...good, asked: { id: 2n } });
});

test('one comment of another shape takes the comments away, not the ticket', () => {
  const reply = read(getTicket.reply, { ...TICKET, comments: [{ id: 'c1', text: 'Hello' }], activity: null });
  expect(reply).toEqual({ ...TICKET, id: 1n });
});

test.each(Object.keys(TICKET))('without the documented %s there is no ticket', (field) => {
  expect(z.safeParse(tolerant(getTicket.reply), { ...TICKET, [field]: undefined }).success).toBe(false);
});

test('documented fields have the documented type', () => {
  for (const wrong of [
    { id: '1' },
    { id: 0 },
    { id: 1.5 },
    { subject: null },
    { status: 3 },
    { created_utc: 'yesterday' },
  ]) {
    expect(z.safeParse(tolerant(getTicket.reply), { ...TICKET, ...wrong }).success, JSON.stringify(wrong)).toBe(false);
  }
});

test('ids lose no digit', () => {
  const json = parseJson('{"id":9223372036854775807,"other":9007199254740993}');
  expect(read(z.object({ id, other: id }), json)).toEqual({
    id: 9_223_372_036_854_775_807n,
    other: 9_007_199_254_740_993n,
  });
});

test.each([
  ['2026-11-20T14:32:00.000Z', '2026-11-20T14:32:00.000Z'],
  ['2026-11-20T14:32:00Z', '2026-11-20T14:32:00.000Z'],
  ['2026-11-20T14:32:00.1234567Z', '2026-11-20T14:32:00.123Z'],
  ['2026-11-20T14:32:00', '2026-11-20T14:32:00.000Z'],
  ['2026-11-20 14:32:00', '2026-11-20T14:32:00.000Z'],
  ['2026-11-20T16:32:00+02:00', '2026-11-20T14:32:00.000Z'],
])('the instant %s is read as %s', (text, instant) => {
  expect(read(z.object({ at: utc }), { at: text })).toEqual({ at: instant });
});

test.each(['', '2026', '2026-11-20', 'now', '2026-13-40T00:00:00Z', 5, null])('%s is no instant', (text) => {
  expect(z.safeParse(tolerant(z.object({ at: utc })), { at: text }).success).toBe(false);
});

test('whoami may announce nothing, or unknown things', () => {
  const base = {
    token_id: 1,
    token_prefix: 'x',
    site_id: 1,
    label: 'l',
    scopes: ['tickets.write', 'anything'],
    request_count: 0,
    created_utc: '2026-01-01T00:00:00Z',
    last_used_utc: null,
    capabilities: {
      api_version: 'v1',
      rate_limit_per_min: 60,
      supports_patch: true,
      supports_bulk: false,
      auth_methods: ['bearer', 'mtls'],
      csv_exporters: [],
      deployed: { kb: true, agents: 'yes', channels: true },
    },
  };
  expect(read(getWhoami.reply, base)).toMatchObject({
    capabilities: { deployed: { channels: true } },
    scopes: base.scopes,
  });
});

test('a schema is derived once', () => {
  const schema = z.object({ kind: choice(['a']) });
  expect(tolerant(schema)).toBe(tolerant(schema));
});
