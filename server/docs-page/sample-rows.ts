import type { IngestKind } from '#contract/ingest.ts';

/** One item of each kind of POST ingest, without `kind`. A test sends each. */
export const INGEST_SAMPLES: Readonly<Record<IngestKind, object>> = {
  csat: { external_id: 'rating-1', ticket_external_id: 'old-1042', score: 5, comment: 'Fast and friendly' },
  feedback: { external_id: 'rating-2', session_id: 'chat-8f3a', rating: 4, comment: 'It found the answer' },
  transcript: {
    external_id: 'chat-8f3a',
    session_id: 'chat-8f3a',
    channel: 'web',
    email: 'ana@example.org',
    messages: [
      { role: 'visitor', text: 'Where is my order?', created_utc: '2026-11-18T09:00:00Z' },
      {
        role: 'ai',
        text: 'It left our house today.',
        tokens: 310,
        latency_ms: 840,
        created_utc: '2026-11-18T09:00:02Z',
      },
    ],
    ended_utc: '2026-11-18T09:05:00Z',
  },
  handoff: {
    external_id: 'handoff-1',
    session_id: 'chat-8f3a',
    reason: 'Asked for a person',
    created_utc: '2026-11-18T09:04:00Z',
  },
  ai_call: {
    external_id: 'call-1',
    feature: 'bot',
    model: 'lumen-large-2',
    input_tokens: 900,
    output_tokens: 120,
    latency_ms: 840,
    status: 'ok',
    cost_usd: 0.0021,
    session_id: 'chat-8f3a',
    created_utc: '2026-11-18T09:00:02Z',
  },
  message: {
    external_id: 'wamid-1',
    channel: 'whatsapp',
    direction: 'in',
    external_user_id: '+34600100200',
    text: 'Hello',
    created_utc: '2026-11-18T09:10:00Z',
  },
  conversation_starter: { external_id: 'starter-1', text: 'Where is my order?', position: 1, locale: 'en' },
  segment: { external_id: 'segment-1', name: 'Left a cart', event: 'cart.opened', min_count: 2, within_days: 7 },
};

/** One line of each kind of `admin import` that is not a kind of ingest. A test imports each. */
export const IMPORT_SAMPLES = {
  customers: {
    external_id: 'old-77',
    email: 'ana@example.org',
    display_name: 'Ana Gil',
    first_seen_utc: '2024-06-01T08:00:00Z',
    channels: [{ channel: 'whatsapp', external_user_id: '+34600100200' }],
  },
  tickets: {
    external_id: 'old-1042',
    subject: 'Order 4711 is late',
    status: 'resolved',
    priority: 'high',
    channel: 'email',
    requester_name: 'Ana Gil',
    requester_email: 'ana@example.org',
    tags: 'delivery,late',
    created_utc: '2025-03-02T10:15:00+01:00',
    resolved_utc: '2025-03-02T16:40:00+01:00',
    comments: [
      { author_kind: 'customer', body: 'It should have come on Friday.', created_utc: '2025-03-02T10:15:00+01:00' },
      { author_kind: 'agent', body: 'It is on its way.', created_utc: '2025-03-02T11:00:00+01:00' },
      { author_kind: 'agent', body: 'Refunded the postage.', visibility: 'internal' },
    ],
  },
  articles: { external_id: 'kb-12', title: 'Returning a bicycle', body: 'Within 30 days, in its box.' },
  macros: { external_id: 'macro-3', name: 'Thanks', body: 'Hello {{customer.name}}, thank you for your patience.' },
};

/** The kinds of `admin import` whose lines are items of ingest, and the kind of these. */
export const INGESTED_IMPORTS: readonly (readonly [string, IngestKind])[] = [
  ['csat', 'csat'],
  ['feedback', 'feedback'],
  ['handoffs', 'handoff'],
  ['transcripts', 'transcript'],
  ['ai_calls', 'ai_call'],
  ['messages', 'message'],
  ['starters', 'conversation_starter'],
  ['segments', 'segment'],
];

/** The file of the example of POST bind_channels_bulk. A test sends it. */
export const HANDLES_SAMPLE = `channel,external_user_id,email,phone,display_handle
whatsapp,+34600100200,ana@example.org,,+34 600 100 200
instagram,17841400000000001,,+34600100300,@ana.gil
`;
