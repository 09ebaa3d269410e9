import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { choice, count, intParam } from './scalars.ts';

const counted = z.array(z.object({ label: z.string(), count }));

/** Frequent questions and reasons of handoffs. See docs/api.md, "Insights". */
export const getAiInsights = operation({
  name: 'getAiInsights',
  resource: 'ai_insights',
  aliases: ['insights'],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: null,
  query: z.object({
    days: z._default(intParam(1, 90), 30),
    take: z._default(intParam(1, 50), 10),
    format: z._default(choice(['json', 'csv']), 'json'),
  }),
  body: null,
  reply: z.object({
    ok: z.literal(true),
    days: count,
    top_questions: counted,
    top_handoff_reasons: counted,
    handoff_status: counted,
  }),
  shape: 'top-level',
  csv: { file: 'ai_insights', columns: ['list', 'label', 'count'] },
  errors: [],
  touches: [],
});
