import { useQuery } from '@tanstack/react-query';
import { listAiUsage, type AiUsageRow } from '#contract/ai-reports.ts';
import { sumUsd } from '#contract/usd.ts';
import { CallsLink, Usd } from '#src/ai-usage/figure-cells.tsx';
import { POLL_MS, useHasReports, wholeReportOptions } from '#src/ai-usage/queries.ts';
import type { CallsSearch } from '#src/ai-usage/search.ts';
import { formatCount } from '#src/format/number.ts';
import type { DayWindow } from '#src/panels/day-window.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { formatUtcDays } from '#src/panels/window-text.ts';
import { Table } from '#src/ui/table.tsx';
import { messages } from './caps-tab-messages.ts';

const texts = messages.ran;

/** Calls that met a hard cap: those that the service stopped, and those that others made all the same. */
export function RanOverCaps({ window }: { readonly window: DayWindow }) {
  const { from, to } = window;
  const hasReports = useHasReports();
  const query = useQuery({
    ...wholeReportOptions(listAiUsage, { from, to, group_by: ['feature'] }),
    enabled: hasReports,
    refetchInterval: POLL_MS,
  });
  // Without reports nothing is known of single calls.
  if (!hasReports) return null;
  return (
    <Panel title={texts.title} note={formatUtcDays(window)} resource="ai_reports">
      <QueryState query={query} name={texts.title} rows={3}>
        {(rows) => <Features rows={rows.filter((row) => row.refused > 0 || row.over_cap_calls > 0)} window={window} />}
      </QueryState>
    </Panel>
  );
}

interface FeaturesProps {
  readonly rows: readonly AiUsageRow[];
  readonly window: DayWindow;
}

function Features({ rows, window: { from, to } }: FeaturesProps) {
  if (rows.length === 0) return <p className="mt-2 text-12 text-ink-3">{texts.none}</p>;
  const count = (calls: number, more: CallsSearch, label: string) => (
    <CallsLink search={calls === 0 ? null : { from, to, ...more }} label={label}>
      {formatCount(calls)}
    </CallsLink>
  );
  const sum = (of: (row: AiUsageRow) => number) => formatCount(rows.reduce((all, row) => all + of(row), 0));
  return (
    <>
      <Table
        caption={texts.caption}
        className="mt-1"
        rows={rows.toSorted((a, b) => b.over_cap_usd - a.over_cap_usd || b.refused - a.refused)}
        keyOf={({ feature = '' }) => feature}
        columns={[
          { key: 'feature', head: texts.feature, isRowHead: true, cell: ({ feature }) => feature, foot: texts.total },
          {
            key: 'refused',
            head: texts.refused,
            isFigure: true,
            cell: ({ feature = '', refused }) =>
              count(refused, { feature, status: 'refused' }, texts.refusedOf(feature)),
            foot: sum(({ refused }) => refused),
          },
          {
            key: 'ran',
            head: texts.ran,
            isFigure: true,
            cell: ({ feature = '', over_cap_calls: ran }) => count(ran, { feature, over: '1' }, texts.ranOf(feature)),
            foot: sum(({ over_cap_calls: ran }) => ran),
          },
          {
            key: 'usd',
            head: texts.usd,
            isFigure: true,
            cell: ({ over_cap_usd: usd }) => <Usd usd={usd} />,
            foot: <Usd usd={sumUsd(rows.map(({ over_cap_usd: usd }) => usd))} />,
          },
        ]}
      />
      <p className="mt-2 text-12 text-ink-3 text-pretty">{texts.text}</p>
    </>
  );
}
