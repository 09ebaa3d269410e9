// The session with a client by orval, made of fetch. Arguments: the base URL, which the client reads, and a token.
import * as api from './generated/orval.ts';
import { makeRoundTrip } from './steps.ts';

const [, , , token = ''] = process.argv;
const signed = { headers: { authorization: `Bearer ${token}` } };

/** The answer of a success, which the status tells from the errors. */
function read<Answer extends { status: number; data: unknown }>(
  answer: Answer,
): Extract<Answer, { status: 200 }>['data'] {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.data));
  return answer.data;
}

await makeRoundTrip({
  createTicket: async (key, body) =>
    read(await api.createTicket(body, { headers: { ...signed.headers, 'Idempotency-Key': key } })).data,
  listTickets: async (query) => read(await api.listTickets(query, signed)),
  updateTicket: async (body) => read(await api.updateTicket(body, signed)).data,
  bindChannel: async (body) => read(await api.bindChannel(body, signed)).data,
  getAiGuardrails: async () => read(await api.getAiLimitsAsAiGuardrails(signed)).data,
  getAiUsage: async (query) => read(await api.getAiUsage(query, signed)).data,
  listAiCalls: async () => {
    const { data } = read(await api.getAiReports({ report: 'calls' }, signed));
    return 'total_count' in data ? data.total_count : null;
  },
  issuePortalToken: async (body) => read(await api.issuePortalToken(body, signed)).data,
  createWebhookSubscription: async (body) => read(await api.createWebhookSubscription(body, signed)).data,
  bindChannelsBulk: async (csv) => read(await api.bindChannelsBulk(new Blob([csv]), { dry_run: '1' }, signed)).data,
  ingest: async (body) => read(await api.ingest(body, signed)).data,
  missTicket: async (id) => {
    const answer = await api.getTicket({ id }, signed);
    return answer.status === 200 ? undefined : answer.data.error.code;
  },
});
