import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listAiUsage, type AiUsageRow } from '#contract/ai-reports.ts';
import { reportOptions } from '#src/ai-usage/queries.ts';
import type { CallsSearch } from '#src/ai-usage/search.ts';
import { addDays } from '#src/format/days.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { messages } from './messages.ts';

/** Questions of so many input tokens are long. */
const LONG_TOKENS = 100_000;
const texts = messages.why;

interface Cause {
  readonly text: string;
  readonly usd: number;
  readonly search: CallsSearch;
}

/** What made a day dear: the feature and model, the long questions and the customer that cost most of it, each a way to its calls. */
export function WhyDay({ day, costUsd }: { readonly day: string; readonly costUsd: number }) {
  const window = { from: day, to: addDays(day, 1) };
  const dearest = { ...window, order_by: 'cost', limit: 2 } as const;
  const parts = useQuery(reportOptions(listAiUsage, { ...dearest, group_by: ['feature', 'model'] }));
  const long = useQuery(
    reportOptions(listAiUsage, { ...dearest, group_by: ['feature'], min_input_tokens: LONG_TOKENS }),
  );
  const customers = useQuery(reportOptions(listAiUsage, { ...dearest, group_by: ['customer'] }));
  const known = [
    ...(parts.data?.items ?? []).map((row) => partCause(row)),
    ...(long.data?.items ?? []).slice(0, 1).map((row) => longCause(row)),
    ...(customers.data?.items ?? []).flatMap((row) => customerCause(row)).slice(0, 1),
  ];
  return (
    <QueryState query={parts} name={texts.name} rows={2}>
      {() => (
        <ul className="ms-3">
          {known
            .filter(({ usd }) => usd > 0)
            .map(({ text, usd, search }) => (
              <li key={text}>
                <Link
                  to="/ai/usage/calls"
                  search={{ ...window, order: 'cost', ...search }}
                  className="hit relative text-accent-text hover:underline"
                >
                  {text}
                </Link>
                {texts.of(formatUsd(usd), formatUsd(costUsd))}
              </li>
            ))}
        </ul>
      )}
    </QueryState>
  );
}

function partCause({ feature = '', model = '', calls, cost_usd: usd }: AiUsageRow): Cause {
  return { text: texts.part(calls, formatCount(calls), feature, model), usd, search: { feature, model } };
}

function longCause({ feature = '', calls, cost_usd: usd }: AiUsageRow): Cause {
  const text = texts.long(calls, formatCount(calls), feature, formatCount(LONG_TOKENS));
  return { text, usd, search: { feature, min: String(LONG_TOKENS) } };
}

/** Calls of no known customer explain nothing. */
function customerCause({
  customer_identity_id: id,
  customer_name: name,
  calls,
  cost_usd: usd,
}: AiUsageRow): readonly Cause[] {
  if (id === undefined || id === null) return [];
  const text = texts.customer(calls, formatCount(calls), name ?? texts.unnamed(id.toString()));
  return [{ text, usd, search: { customer: id.toString() } }];
}
