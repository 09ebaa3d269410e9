import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { AI_CALL_FEATURES } from '#contract/ai-names.ts';
import { CHANNELS } from '#contract/customers.ts';
import { PRIORITIES } from '#contract/ticket-names.ts';
import { EVENT_TYPES } from '#contract/webhook-events.ts';

const texts = z.array(z.string());
const count = z.number();
const range = z.tuple([count, count]);
const nullable = z.nullable(z.string());

const person = z.object({ name: z.string(), first: z.string(), ascii: z.string() });
export const PEOPLE = read(
  'people',
  z.object({
    agents: texts,
    /** In the patterns of phones, # is a digit. All ranges are reserved for fiction. */
    origins: z.array(z.object({ weight: count, phones: texts, first: texts, last: texts })),
    /** Names in their own script, with the transcription for email addresses. */
    own_script: z.array(person),
    domains: texts,
  }),
);

/**
 * Texts may contain {bike}, {order}, {serial}, {city}, {part} and {first}, the first name of the requester. The parts of
 * a thread match by their index: opening, question, answer and solution number n, modulo the length of the list.
 */
const ticketTopic = z.object({
  key: z.string(),
  weight: count,
  tags: texts,
  priorities: z.partialRecord(z.enum(PRIORITIES), count),
  subjects: texts,
  openings: texts,
  questions: texts,
  answers: texts,
  solutions: texts,
});
export type Topic = z.infer<typeof ticketTopic>;
export const TICKETS = read(
  'tickets',
  z.object({
    topics: z.array(ticketTopic),
    bikes: texts,
    cities: texts,
    parts: texts,
    sign_offs: texts,
    notes: texts,
    back_again: z.string(),
    back_again_reply: z.string(),
    thanks: texts,
    /** Subjects that a list has to handle, by the number of tickets that came in later. */
    edge_cases: z.array(z.object({ from_end: count, subject: z.string(), opening: z.string() })),
  }),
);

/** The first spelling of a question is the one that most visitors use. `reason` is why the bot gives up, if it does. */
const chatTopic = z.object({
  weight: count,
  questions: texts,
  answers: texts,
  more: texts,
  more_answers: texts,
  reason: z.string(),
  /** The note of reviewers, for the one topic that rises lately. */
  review_note: z.optional(z.string()),
});
export type ChatTopic = z.infer<typeof chatTopic>;
export const CHATS = read(
  'chats',
  z.object({
    topics: z.array(chatTopic),
    starters: z.array(z.object({ text: z.string(), locale: z.string() })),
    wants_a_person: texts,
    handing_over: z.string(),
    agent_greetings: texts,
    /** The two sides of one long talk, of one bike after the other. */
    fleet: z.object({ visitor: z.string(), agent: z.string() }),
    comments: texts,
    visits: z.array(
      z.object({
        event: z.string(),
        weight: count,
        properties: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
      }),
    ),
    segments: z.array(z.object({ name: z.string(), event: z.string(), min_count: count, within_days: count })),
  }),
);

/** Median tokens and milliseconds of a call of each feature, and the shares of cache hits and errors. */
const habit = z.object({
  model: z.string(),
  input: count,
  output: count,
  latency_ms: count,
  cache_hits: count,
  errors: count,
});
export const AI = read(
  'ai',
  z.object({
    prices: z.record(z.string(), z.object({ inputUsd: count, outputUsd: count })),
    /** It has no price, so its calls count as unpriced. */
    preview_model: z.string(),
    habits: z.record(z.enum(AI_CALL_FEATURES), habit),
  }),
);

const handle = z.object({ channel: z.enum(CHANNELS), id: z.string(), shown: nullable });
export const CUSTOMERS = read(
  'customers',
  z.object({
    notes: texts,
    block_reason: z.string(),
    merge_note: z.string(),
    twice_asked: texts,
    /** Partners whom the desk added by hand, each with the phone as printed on their card. */
    written: z.array(z.object({ name: z.string(), email: nullable, phone: nullable, handles: z.array(handle) })),
    /** Failing rows of an import: an unknown channel, no customer to bind to, a malformed address. */
    wrong_rows: texts,
  }),
);

export const RATINGS = read(
  'ratings',
  z.object({ bad: texts, fair: texts, good: texts, notes: z.array(z.object({ days_ago: count, text: z.string() })) }),
);

const token = z.object({
  label: z.string(),
  scopes: texts,
  issued_days_ago: count,
  days: count,
  calls: count,
  used_days_ago: count,
  is_of_agent: z.boolean(),
  revoked_days_ago: z.nullable(count),
});
/** The number of days and uses is drawn from a range. */
const link = z.object({ issued_days_ago: range, days: count, uses: range, is_revoked: z.boolean() });
const endpoint = z.object({ url: z.string(), description: z.string(), events: z.array(z.enum(EVENT_TYPES)) });
const records = z.array(z.record(z.string(), z.string()));
export const DESK = read(
  'desk',
  z.object({
    week: z.array(z.object({ day_of_week: count, open_minute: count, close_minute: count })),
    /** Minutes of working time until a reply is due. */
    reply_target: count,
    /** Days of every year, and days after Easter Sunday. */
    holidays: z.array(z.object({ day: z.string(), name: z.string(), active: z.boolean() })),
    easter_holidays: z.array(z.object({ days: count, name: z.string() })),
    /** Shorter hours on one day soon. */
    override: z.object({
      name: z.string(),
      windows: z.array(z.object({ open_minute: count, close_minute: count })),
    }),
    tokens: z.array(token),
    links: z.array(link),
    endpoints: z.object({ crm: endpoint, chat: endpoint, old: endpoint }),
    /** Lines of imports from the earlier system, and lines that are refused. */
    articles: records,
    broken_articles: records,
    macros: records,
  }),
);

function read<Schema extends z.ZodMiniType>(name: string, schema: Schema): z.output<Schema> {
  return schema.parse(JSON.parse(readFileSync(path.join(import.meta.dirname, 'words', `${name}.json`), 'utf8')));
}
