// The session with a client by hey-api. Arguments: the base URL and a token.
import { client } from './generated/hey-api/client.gen.ts';
import * as api from './generated/hey-api/sdk.gen.ts';
import { makeRoundTrip } from './steps.ts';

const [, , baseUrl = '', token = ''] = process.argv;
client.setConfig({ baseUrl, auth: token });

function read<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

await makeRoundTrip({
  createTicket: async (key, body) => read(await api.createTicket({ headers: { 'Idempotency-Key': key }, body })).data,
  listTickets: async (query) => read(await api.listTickets({ query })),
  updateTicket: async (body) => read(await api.updateTicket({ body })).data,
  bindChannel: async (body) => read(await api.bindChannel({ body })).data,
  getAiGuardrails: async () => read(await api.getAiLimitsAsAiGuardrails()).data,
  getAiUsage: async (query) => read(await api.getAiUsage({ query })).data,
  listAiCalls: async () => {
    const { data } = read(await api.getAiReports({ query: { report: 'calls' } }));
    return 'total_count' in data ? data.total_count : null;
  },
  issuePortalToken: async (body) => read(await api.issuePortalToken({ body })).data,
  createWebhookSubscription: async (body) => read(await api.createWebhookSubscription({ body })).data,
  bindChannelsBulk: async (csv) =>
    read(await api.bindChannelsBulk({ query: { dry_run: '1' }, body: new Blob([csv]) })).data,
  ingest: async (body) => read(await api.ingest({ body })).data,
  missTicket: async (id) => (await api.getTicket({ query: { id } })).error?.error.code,
});
