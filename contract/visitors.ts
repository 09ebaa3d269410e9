import * as z from 'zod/mini';
import { writeJson } from './json.ts';
import { extension, operation } from './operation.ts';
import {
  count,
  email,
  flagParam,
  id,
  idParam,
  instantParam,
  intParam,
  isStorable,
  personName,
  phone,
  skipParam,
  text,
  utc,
} from './scalars.ts';
import { searchParam, visitorKey } from './session-fields.ts';

/** Attributes of a visitor and properties of an event: names with plain values. */
const MAX_BYTES = 8_192;
const plainValue = z.union(
  [
    z.string().check(z.refine((s) => isStorable(s), { error: 'must not contain NUL or unpaired surrogates' })),
    z.number(),
    z.bigint(),
    z.boolean(),
    z.null(),
  ],
  { error: 'must be text, a number, true, false or null' },
);
export const plainValues = z.record(text(100, 1), plainValue).check(
  z.refine((values) => new TextEncoder().encode(writeJson(values)).length <= MAX_BYTES, {
    error: `must be at most ${MAX_BYTES} bytes of JSON`,
  }),
);
export type PlainValues = z.output<typeof plainValues>;

const eventName = text(100, 1);

const visitor = z.object({
  id,
  visitor_key: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  display_name: z.nullable(z.string()),
  attributes: plainValues,
  customer_identity_id: z.nullable(id),
  /** Names of the segments that the visitor is in now. */
  segments: z.array(z.string()),
  event_count: count,
  first_seen_utc: utc,
  last_seen_utc: utc,
});
export type Visitor = z.output<typeof visitor>;

const visitorEvent = z.object({ id, event: z.string(), properties: plainValues, occurred_utc: utc });
export type VisitorEvent = z.output<typeof visitorEvent>;

/** One by `key` with the newest events, else a list. See docs/api.md, "Visitors". */
export const listVisitors = operation({
  name: 'listVisitors',
  resource: 'visitors',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: null,
  query: z.object({
    key: z.optional(visitorKey),
    q: z.optional(searchParam),
    email: z.optional(email),
    segment: z.optional(text(200, 1)),
    customer_identity_id: z.optional(idParam),
    segment_names: extension('ingest', flagParam),
    limit: z._default(intParam(1, 200), 50),
    skip: z._default(skipParam, 0),
  }),
  body: null,
  reply: z.union([
    z.extend(visitor, { events: z.array(visitorEvent) }),
    z.object({
      items: z.array(visitor),
      total_count: count,
      /** With `segment_names=1`: every segment of the site, in alphabetical order. */
      segment_names: z.optional(z.array(z.string())),
    }),
  ]),
  shape: 'envelope',
  csv: null,
  errors: ['not_found'],
  touches: [],
});

/** Makes or changes the visitor of a key; a field left out stays, null empties it. */
export const upsertVisitor = operation({
  name: 'upsertVisitor',
  resource: 'visitors',
  aliases: [],
  method: 'POST',
  scope: 'visitors:write',
  keyed: false,
  extension: null,
  query: z.object({}),
  body: z.strictObject({
    visitor_key: visitorKey,
    email: z.optional(z.nullable(email)),
    phone: z.optional(z.nullable(phone)),
    display_name: z.optional(z.nullable(personName)),
    attributes: z.optional(plainValues),
  }),
  reply: z.extend(visitor, { created: z.boolean() }),
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: ['visitors'],
});

/** Erases a visitor with the events and sessions; an absent one is no error. */
export const deleteVisitor = operation({
  name: 'deleteVisitor',
  resource: 'visitors',
  aliases: [],
  method: 'DELETE',
  scope: 'visitors:write',
  keyed: false,
  extension: null,
  query: z.object({ key: visitorKey }),
  body: null,
  reply: z.object({ visitor_key: z.string(), deleted: z.boolean(), erased_events: count, erased_sessions: count }),
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: ['visitors', 'transcripts', 'ai_sessions', 'handoffs', 'feedback', 'ai_insights', 'ticket'],
});

/** See docs/api.md, "Events and segments". */
export const trackEvent = operation({
  name: 'trackEvent',
  resource: 'track',
  aliases: [],
  method: 'POST',
  scope: 'events:write',
  keyed: false,
  extension: null,
  query: z.object({}),
  body: z.strictObject({
    visitor_key: visitorKey,
    event: eventName,
    properties: z.optional(plainValues),
    occurred_utc: z.optional(instantParam),
  }),
  reply: z.object({
    id,
    visitor_key: z.string(),
    event: z.string(),
    occurred_utc: utc,
    segments: z.array(z.string()),
    /** Segments that the visitor came into and fell out of since the last tracked event. */
    entered: z.array(z.string()),
    left: z.array(z.string()),
  }),
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: ['visitors'],
});
