// A program as an integrator writes it, with openapi-fetch and types by openapi-typescript. Arguments: the base URL and a token.
import createClient from 'openapi-fetch';
import type { components, paths } from './generated/schema.ts';

const [, , baseUrl = '', token = ''] = process.argv;
const api = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });

function read<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

const made = read(
  await api.POST('/tickets', {
    params: { header: { 'Idempotency-Key': 'first' } },
    body: { subject: 'Bell is missing', priority: 'high', requester_email: 'ana@example.org' },
  }),
);
const id: number = made.data.id;
const list = read(await api.GET('/tickets', { params: { query: { status: ['open'], q: 'bell' } } }));
// The answer is a text with `format=csv`.
const tickets: components['schemas']['Ticket'][] = typeof list === 'string' ? [] : list.items;
const patched = read(await api.PATCH('/ticket', { body: { id, status: 'pending' } }));
const bound = read(
  await api.POST('/bind_channel', {
    body: { channel: 'sms', external_user_id: '+34600100200', email: 'ana@example.org' },
  }),
);
const guardrails = read(await api.GET('/ai_guardrails'));
const usage = read(await api.GET('/ai_usage', { params: { query: { days: 7, include: 'trend' } } }));
const report = read(await api.GET('/ai_reports', { params: { query: { report: 'calls' } } }));
const portal = read(await api.POST('/portal_token', { body: { requester_email: 'ana@example.org', expiry_days: 7 } }));
const hook = read(
  await api.POST('/webhook_subscriptions', {
    body: { url: 'https://receiver.example/hook', events: ['ticket.created'] },
  }),
);
const csv = read(await api.GET('/tickets', { params: { query: { format: 'csv' } }, parseAs: 'text' }));
const bulk = read(
  await api.POST('/bind_channels_bulk', {
    params: { query: { dry_run: '1' } },
    headers: { 'content-type': 'text/csv' },
    body: 'channel,external_user_id,email\nwhatsapp,34600100300,ana@example.org\n',
    bodySerializer: (text) => text,
  }),
);
const ingested = read(await api.POST('/ingest', { body: { items: [{ kind: 'csat', ticket_id: id, score: 5 }] } }));
const missing = await api.GET('/ticket', { params: { query: { id: 999_999 } } });
const code: components['schemas']['Error']['error']['code'] | undefined = missing.error?.error.code;

process.stdout.write(
  JSON.stringify({
    listed: tickets.map(({ subject, status }) => `${subject}: ${status}`),
    patched: patched.data.status,
    bound: bound.data.external_user_id,
    budget: guardrails.data.action,
    days: usage.data.trend?.length,
    calls: 'total_count' in report.data ? report.data.total_count : null,
    portal: portal.data.token_url?.startsWith('http'),
    hook: hook.data.state,
    csvLines: String(csv).trim().split('\r\n').length,
    bulk: bulk.data.bound,
    ingested: ingested.data.stored,
    code,
  }),
);
