import { useQuery } from '@tanstack/react-query';
import type { AiLimits } from '#contract/ai-limits.ts';
import { AI_CAPS, type AiCap } from '#contract/ai-names.ts';
import { listAiAlerts, type AiAlertRow } from '#contract/ai-reports.ts';
import { alertsOf, periodEnd } from '#src/ai-usage/figures/cap-alerts.ts';
import { wholeReportOptions } from '#src/ai-usage/queries.ts';
import { useNow } from '#src/format/use-now.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { formatLimit, formatStamp, type Amount } from './cap-amounts.ts';
import { messages } from './messages.ts';

const texts = messages.alerts;

/** The last alert of each cap in its period, the one that comes next, and where they go. */
export function CapAlerts({ limits }: { readonly limits: AiLimits }) {
  const query = useQuery(wholeReportOptions(listAiAlerts));
  const nowMs = useNow();
  return (
    <Panel title={texts.title}>
      <QueryState query={query} name={texts.title} rows={3}>
        {(rows) => (
          <ul aria-label={texts.title} className="mt-1 text-12">
            {AI_CAPS.map((cap) => (
              <li key={cap} className="flex flex-wrap gap-x-3 border-b border-line py-1.5">
                <span className="w-32 font-medium">{messages.name[cap]}</span>
                <span className="min-w-0 flex-1 text-ink-2 tabular-nums">
                  {limits[cap].limit === null
                    ? texts.noCap
                    : alertText(cap, limits[cap].limit, limits[cap].current, rows, nowMs)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      <p className="mt-2 text-12 text-ink-3 text-pretty">{texts.where}</p>
    </Panel>
  );
}

function alertText(cap: AiCap, limit: Amount, current: Amount, rows: readonly AiAlertRow[], nowMs: number): string {
  const end = periodEnd(cap, nowMs);
  const sent = rows.flatMap((row) =>
    row.cap === cap && row.fired_utc !== null && periodEnd(cap, Date.parse(row.period_start_utc)) === end
      ? [[row.threshold_percent, row.fired_utc] as const]
      : [],
  );
  const { last, next } = alertsOf({
    limit: cap === 'budget' ? Number(limit) : BigInt(limit),
    current,
    sent: new Map(sent),
  });
  return [
    last === null
      ? texts.none[cap]
      : last.sentUtc === null
        ? texts.reached(last.percent)
        : texts.sent(last.percent, formatStamp(last.sentUtc)),
    ...(next === null ? [] : [texts.next(next.percent, formatLimit(cap, next.amount))]),
  ].join(' ');
}
