import type { OperationName } from '#contract/operations.ts';
import type { HttpConfig } from '#server/operation/http-config.ts';
import { startFakeProvider } from './fake-provider.ts';
import { NO_OBJECT, type Fixture, type RowExamples } from './row-example.ts';
import type { TestService } from './service.ts';

type Names = Extract<
  OperationName,
  | 'getAiUsage'
  | 'getUsage'
  | 'askCopilot'
  | 'getAiLimits'
  | 'updateAiLimits'
  | 'listAiUsage'
  | 'listAiCalls'
  | 'listAiPrices'
  | 'setAiPrice'
  | 'listAiAlerts'
  | 'listAiCapChanges'
  | 'summarizeDrafts'
  | 'runSelfTests'
  | 'runAiUsageSelfTest'
  | 'runChannelSelfTest'
>;

const QUESTION = { transcript: 'Customer: my bell is missing.', provider_api_key: 'pk-of-the-examples' };

export const AI_EXAMPLES: Pick<Readonly<Record<OperationName, RowExamples>>, Names> = {
  getAiUsage: { ...NO_OBJECT, success: () => ({ query: { days: 30, include: 'trend' } }) },
  getUsage: { ...NO_OBJECT, success: () => ({}) },
  askCopilot: {
    success: () => ({ body: QUESTION }),
    errors: {
      // Named in the header of the call, which the test adds.
      conflict: () => ({ body: { ...QUESTION, transcript: 'Customer: another question.' } }),
      ai_cap_exceeded: async (own) => ({ token: await own.withAiUsedUp(), body: QUESTION }),
      copilot_failed: async (own) => ({ token: await own.withoutAi(), body: QUESTION }),
    },
    foreign: (other) => ({ body: { ...QUESTION, ticket_id: other.ticketId } }),
  },
  getAiLimits: { ...NO_OBJECT, success: () => ({}) },
  updateAiLimits: {
    success: () => ({ body: { monthly_budget_usd: 250.5, daily_token_limit: null, action: 'soft' } }),
    errors: {
      empty_patch: () => ({ body: {} }),
      patch_failed: async (own) => ({ token: await own.withoutAi(), body: { minute_call_limit: 5 } }),
    },
    foreign: null,
  },
  listAiUsage: {
    success: () => ({ query: { report: 'usage', group_by: 'day,feature' } }),
    errors: {},
    foreign: (other) => ({ query: { report: 'usage', ticket_id: other.ticketId } }),
  },
  listAiCalls: {
    success: () => ({ query: { report: 'calls' } }),
    errors: {},
    foreign: (other) => ({ query: { report: 'calls', ticket_id: other.ticketId } }),
  },
  listAiPrices: { ...NO_OBJECT, success: () => ({}) },
  setAiPrice: {
    success: () => ({ body: { model: 'preview', input_usd: 1.5, output_usd: 6 } }),
    errors: {
      patch_failed: async (own) => ({
        token: await own.withoutAi(),
        body: { model: 'm', input_usd: 1, output_usd: 1 },
      }),
    },
    foreign: null,
  },
  listAiAlerts: { ...NO_OBJECT, success: () => ({ query: { report: 'alerts' } }) },
  listAiCapChanges: { ...NO_OBJECT, success: () => ({ query: { report: 'cap_history' } }) },
  summarizeDrafts: { ...NO_OBJECT, success: () => ({ query: { report: 'drafts' } }) },
  runSelfTests: { ...NO_OBJECT, success: () => ({}) },
  runAiUsageSelfTest: { ...NO_OBJECT, success: () => ({}) },
  runChannelSelfTest: { ...NO_OBJECT, success: () => ({}) },
};

/** Further sites, created when an example asks for them. */
export function aiSites(service: TestService): Pick<Fixture, 'withoutAi' | 'withAiUsedUp'> {
  return {
    async withoutAi() {
      return (await service.createSite({ undeployed: ['ai_usage'] })).token;
    },
    async withAiUsedUp() {
      const { token } = await service.createSite();
      await service.call('PATCH', 'ai_limits', { token, body: { minute_call_limit: 0, action: 'hard' } });
      // The first refusal of a day starts its counter.
      await service.call('POST', 'ai_copilot', { token, body: QUESTION });
      return token;
    },
  };
}

let provider: ReturnType<typeof startFakeProvider> | undefined;

/** The configuration with which all examples succeed: the copilot needs a provider, one for the whole run. */
export async function exampleConfig(): Promise<Partial<HttpConfig>> {
  provider ??= startFakeProvider();
  return { aiProviderBaseUrl: (await provider).baseUrl };
}
