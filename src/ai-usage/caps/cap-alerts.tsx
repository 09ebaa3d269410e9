import { useQuery } from '@tanstack/react-query';
import type { AiLimits } from '#contract/ai-limits.ts';
import { AI_CAPS, type AiCap } from '#contract/ai-names.ts';
import { listAiAlerts, type AiAlertRow } from '#contract/ai-reports.ts';
import { alertsOf, type AlertState } from '#src/ai-usage/figures/cap-reach.ts';
import { periodEnd } from '#src/ai-usage/figures/cap-reach.ts';
import { useHasReports, wholeReportOptions } from '#src/ai-usage/queries.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { Table } from '#src/ui/table.tsx';
import { formatAbout, formatLimit, formatRate, formatStamp } from './cap-amounts.ts';
import { reachOf, type Outlook } from './cap-outlook.ts';
import { messages } from './messages.ts';

interface CapAlertsProps {
  readonly limits: AiLimits;
  readonly outlook: Outlook;
}

const texts = messages.alerts;

/** When each share of each cap is announced, or was, and where it goes. */
export function CapAlerts(props: CapAlertsProps) {
  const hasReports = useHasReports();
  const query = useQuery({ ...wholeReportOptions(listAiAlerts), enabled: hasReports });
  const list = (rows: readonly AiAlertRow[]) =>
    AI_CAPS.map((cap) => <AlertsOfCap key={cap} {...props} cap={cap} rows={rows} />);
  return (
    <Panel title={texts.title}>
      {hasReports ? (
        <QueryState query={query} name={texts.title} rows={8}>
          {list}
        </QueryState>
      ) : (
        list([])
      )}
      <p className="mt-2 text-12 text-ink-3 text-pretty">{hasReports ? texts.where : texts.here}</p>
    </Panel>
  );
}

interface AlertsOfCapProps extends CapAlertsProps {
  readonly cap: AiCap;
  readonly rows: readonly AiAlertRow[];
}

function AlertsOfCap({ cap, rows, limits, outlook }: AlertsOfCapProps) {
  const { limit, current } = limits[cap];
  const name = messages.name[cap];
  if (limit === null) return <p className="mt-2 text-12 text-ink-3">{texts.noCap(name)}</p>;
  const { nowMs } = outlook;
  const end = periodEnd(cap, nowMs);
  const sent = rows.flatMap((row) =>
    row.cap === cap && row.fired_utc !== null && periodEnd(cap, Date.parse(row.period_start_utc)) === end
      ? [[row.threshold_percent, row.fired_utc] as const]
      : [],
  );
  const alerts = alertsOf({
    limit: cap === 'budget' ? Number(limit) : BigInt(limit),
    current,
    sent: new Map(sent),
    reachOf: (amount) => reachOf(cap, amount, limits, outlook),
  });
  return (
    <>
      <Table
        caption={texts.group(name, formatRate(cap, limit))}
        isCaptionShown
        isHeadHidden
        className="mt-2 text-12 tabular-nums"
        rows={alerts}
        keyOf={({ percent }) => String(percent)}
        columns={[
          {
            key: 'share',
            head: texts.share,
            isRowHead: true,
            className: 'w-16 font-medium!',
            cell: ({ percent }) => texts.percent(percent),
          },
          {
            key: 'amount',
            head: texts.amount,
            className: 'w-24 text-ink-2',
            cell: ({ amount }) => formatLimit(cap, amount),
          },
          {
            key: 'state',
            head: texts.state,
            cell: ({ state }) => (
              <span className={state.kind === 'at' ? 'text-warn-text' : 'text-ink-3'}>
                {stateText(cap, state, nowMs)}
              </span>
            ),
          },
        ]}
      />
      <p className="mt-1 text-12 text-ink-3 text-pretty">
        {cap === 'budget' ? texts.once.budget(formatUtcDay(new Date(end).toISOString().slice(0, 10))) : texts.once[cap]}
      </p>
    </>
  );
}

function stateText(cap: AiCap, state: AlertState, nowMs: number): string {
  switch (state.kind) {
    case 'sent':
      return texts.sent(formatStamp(state.utc));
    case 'reached':
      return texts.reached;
    case 'at':
      return texts.forecast(formatAbout(state.ms, nowMs));
    case 'not':
      return texts.not[cap];
    case 'unknown':
      return texts.unknown[cap];
  }
}
