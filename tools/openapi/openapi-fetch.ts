// The session with openapi-fetch and types by openapi-typescript. Arguments: the base URL and a token.
import createClient from 'openapi-fetch';
import type { paths } from './generated/openapi-typescript.ts';
import { makeRoundTrip } from './steps.ts';

const [, , baseUrl = '', token = ''] = process.argv;
const api = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });

function read<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

await makeRoundTrip({
  createTicket: async (key, body) =>
    read(await api.POST('/tickets', { params: { header: { 'Idempotency-Key': key } }, body })).data,
  listTickets: async (query) =>
    read(await api.GET('/tickets', { params: { query }, parseAs: query.format === 'csv' ? 'text' : 'json' })),
  updateTicket: async (body) => read(await api.PATCH('/ticket', { body })).data,
  bindChannel: async (body) => read(await api.POST('/bind_channel', { body })).data,
  getAiGuardrails: async () => read(await api.GET('/ai_guardrails')).data,
  getAiUsage: async (query) => read(await api.GET('/ai_usage', { params: { query } })).data,
  listAiCalls: async () => {
    const { data } = read(await api.GET('/ai_reports', { params: { query: { report: 'calls' } } }));
    return 'total_count' in data ? data.total_count : null;
  },
  issuePortalToken: async (body) => read(await api.POST('/portal_token', { body })).data,
  createWebhookSubscription: async (body) => read(await api.POST('/webhook_subscriptions', { body })).data,
  bindChannelsBulk: async (body) =>
    read(
      await api.POST('/bind_channels_bulk', {
        params: { query: { dry_run: '1' } },
        headers: { 'content-type': 'text/csv' },
        body,
        bodySerializer: (text) => text,
      }),
    ).data,
  ingest: async (body) => read(await api.POST('/ingest', { body })).data,
  missTicket: async (id) => (await api.GET('/ticket', { params: { query: { id } } })).error?.error.code,
});
