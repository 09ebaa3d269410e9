import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { listAiUsage, type AiUsageRow } from '#contract/ai-reports.ts';
import type { UnusualDay } from '#src/ai-usage/figures/anomalies.ts';
import { reportOptions } from '#src/ai-usage/queries.ts';
import type { CallsSearch } from '#src/ai-usage/search.ts';
import { addDays, formatUtcDay, formatUtcWeekday } from '#src/format/days.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { formatLocale } from '#src/i18n/locale.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { messages } from './messages.ts';

const texts = messages.unusual;

/** The unusual days in words, each with the way to its calls and the reasons. */
export function UnusualDays({ unusual }: { readonly unusual: readonly UnusualDay[] }) {
  const [asked, setAsked] = useState<string | null>(null);
  if (unusual.length === 0) return null;
  return (
    <div className="-mt-4 text-12">
      <h3 className="font-medium text-ink-3">{texts.title}</h3>
      <ul>
        {unusual.map((day) => (
          <li key={day.date} className="text-ink-2 tabular-nums">
            <Link
              {...callsOfDay(day.date)}
              title={texts.showDay(formatUtcDay(day.date))}
              className="hit relative font-medium text-accent-text hover:underline"
            >
              {formatUtcDay(day.date)}
            </Link>
            {': '}
            {unusualText(day)}{' '}
            <button
              type="button"
              aria-expanded={asked === day.date}
              className="hit relative text-accent-text hover:underline"
              onClick={() => setAsked(asked === day.date ? null : day.date)}
            >
              {whyTexts.open}
            </button>
            {asked === day.date ? <WhyDay day={day.date} costUsd={day.costUsd} /> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The calls of a day, or of a feature on it, the costliest first. */
export function callsOfDay(day: string, feature?: string) {
  return { to: '/ai/usage/calls', search: { from: day, to: addDays(day, 1), feature, order: 'cost' } } as const;
}

const times = new Intl.NumberFormat(formatLocale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** "$31.80, 2.4 times the usual $13.10 of a Tuesday". */
export function unusualText({ date, costUsd, usualUsd }: UnusualDay): string {
  const [cost, weekday] = [formatUsd(costUsd), formatUtcWeekday(date)];
  if (usualUsd === 0) return texts.fromNothing(cost, weekday);
  return texts.times(cost, times.format(costUsd / usualUsd), formatUsd(usualUsd), weekday);
}

/** Input tokens from which a question is long. */
const LONG_TOKENS = 100_000;
const whyTexts = messages.why;

interface Cause {
  readonly text: string;
  readonly usd: number;
  readonly search: CallsSearch;
}

/** The feature and model, the long questions and the customer that cost most of a day, each a way to its calls. */
function WhyDay({ day, costUsd }: { readonly day: string; readonly costUsd: number }) {
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
    <QueryState query={parts} name={whyTexts.name} rows={2}>
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
                {whyTexts.of(formatUsd(usd), formatUsd(costUsd))}
              </li>
            ))}
        </ul>
      )}
    </QueryState>
  );
}

function partCause({ feature = '', model = '', calls, cost_usd: usd }: AiUsageRow): Cause {
  return { text: whyTexts.part(calls, formatCount(calls), feature, model), usd, search: { feature, model } };
}

function longCause({ feature = '', calls, cost_usd: usd }: AiUsageRow): Cause {
  const text = whyTexts.long(calls, formatCount(calls), feature, formatCount(LONG_TOKENS));
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
  const text = whyTexts.customer(calls, formatCount(calls), name ?? whyTexts.unnamed(id.toString()));
  return [{ text, usd, search: { customer: id.toString() } }];
}
