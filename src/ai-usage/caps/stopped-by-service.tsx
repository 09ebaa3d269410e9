import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listAiUsage, type AiUsageRow } from '#contract/ai-reports.ts';
import { sumUsd } from '#contract/usd.ts';
import { CallsLink, Usd } from '#src/ai-usage/figure-cells.tsx';
import {
  stoppedBy,
  type CallsBeyond,
  type FeatureBeyond,
  type HitDay,
  type Stopped,
} from '#src/ai-usage/figures/back-test.ts';
import { useHasReports, wholeReportOptions, POLL_MS } from '#src/ai-usage/queries.ts';
import type { CallsSearch } from '#src/ai-usage/search.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import type { DayWindow } from '#src/panels/day-window.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { formatUtcDays } from '#src/panels/window-text.ts';
import { Table } from '#src/ui/table.tsx';
import { messages } from './caps-tab-messages.ts';

const texts = messages.byFeature;
const NONE: readonly AiUsageRow[] = [];

/** The calls beyond a cap that the service stops: it does not say, they are on their way, or they are known. */
export type StoppedState =
  | { readonly kind: 'unsaid' }
  | { readonly kind: 'waiting'; readonly query: UseQueryResult<readonly AiUsageRow[]> }
  | { readonly kind: 'known'; readonly stopped: Stopped };

/**
 * Calls that the service itself would have stopped under a tried cap.
 * @param enforced the features as the service names them; undefined where it does not
 */
export function useStopped(
  hits: readonly HitDay[],
  { from, to }: DayWindow,
  enforced: readonly string[] | undefined,
): StoppedState {
  const hasReports = useHasReports();
  const isSaid = hasReports && enforced !== undefined;
  const query = useQuery({
    ...wholeReportOptions(listAiUsage, { group_by: ['day', 'feature'], from, to }),
    enabled: isSaid && hits.length > 0,
  });
  const rows = hits.length === 0 ? NONE : query.data;
  const stopped = useMemo(
    () => (rows === undefined || enforced === undefined ? null : stoppedBy(rows, hits, enforced)),
    [rows, hits, enforced],
  );
  if (!isSaid) return { kind: 'unsaid' };
  return stopped === null ? { kind: 'waiting', query } : { kind: 'known', stopped };
}

/** What the service would have stopped itself, and beside it what others would have had to. */
export function StoppedByService({ state }: { readonly state: StoppedState }) {
  return (
    <Panel title={texts.title} note={texts.note} resource="ai_reports">
      {state.kind === 'unsaid' ? (
        <p className="mt-2 text-12 text-ink-3 text-pretty">{texts.unsaid}</p>
      ) : state.kind === 'waiting' ? (
        <QueryState query={state.query} name={texts.title} rows={4}>
          {() => null}
        </QueryState>
      ) : (
        <div className="grid gap-x-8 xl:grid-cols-2">
          <Beyond texts={texts.own} features={state.stopped.features} total={state.stopped.total} />
          <Beyond texts={texts.other} features={state.stopped.others.features} total={state.stopped.others} />
        </div>
      )}
    </Panel>
  );
}

interface BeyondProps {
  readonly texts: { readonly caption: string; readonly usd: string; readonly none: string };
  readonly features: readonly FeatureBeyond[];
  readonly total: CallsBeyond;
}

function Beyond({ texts: { caption, usd: usdHead, none }, features, total }: BeyondProps) {
  const callsText = (calls: number) => messages.try.about(formatCount(Math.round(calls)));
  const usdText = (usd: number) => messages.try.about(formatUsd(usd));
  if (features.length === 0) return <p className="mt-2 text-12 text-ink-3">{none}</p>;
  return (
    <Table
      caption={caption}
      isCaptionShown
      className="mt-2"
      rows={features}
      keyOf={({ feature }) => feature}
      columns={[
        { key: 'feature', head: texts.feature, isRowHead: true, cell: ({ feature }) => feature, foot: texts.total },
        {
          key: 'calls',
          head: texts.calls,
          isFigure: true,
          cell: ({ calls }) => callsText(calls),
          foot: callsText(total.calls),
        },
        { key: 'usd', head: usdHead, isFigure: true, cell: ({ usd }) => usdText(usd), foot: usdText(total.usd) },
      ]}
    />
  );
}

const ranTexts = messages.ran;

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
    <Panel title={ranTexts.title} note={formatUtcDays(window)} resource="ai_reports">
      <QueryState query={query} name={ranTexts.title} rows={3}>
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
  if (rows.length === 0) return <p className="mt-2 text-12 text-ink-3">{ranTexts.none}</p>;
  const count = (calls: number, more: CallsSearch, label: string) => (
    <CallsLink search={calls === 0 ? null : { from, to, ...more }} label={label}>
      {formatCount(calls)}
    </CallsLink>
  );
  const sum = (of: (row: AiUsageRow) => number) => formatCount(rows.reduce((all, row) => all + of(row), 0));
  return (
    <>
      <Table
        caption={ranTexts.caption}
        className="mt-1"
        rows={rows.toSorted((a, b) => b.over_cap_usd - a.over_cap_usd || b.refused - a.refused)}
        keyOf={({ feature = '' }) => feature}
        columns={[
          {
            key: 'feature',
            head: ranTexts.feature,
            isRowHead: true,
            cell: ({ feature }) => feature,
            foot: ranTexts.total,
          },
          {
            key: 'refused',
            head: ranTexts.refused,
            isFigure: true,
            cell: ({ feature = '', refused }) =>
              count(refused, { feature, status: 'refused' }, ranTexts.refusedOf(feature)),
            foot: sum(({ refused }) => refused),
          },
          {
            key: 'ran',
            head: ranTexts.ran,
            isFigure: true,
            cell: ({ feature = '', over_cap_calls: ran }) =>
              count(ran, { feature, over: '1' }, ranTexts.ranOf(feature)),
            foot: sum(({ over_cap_calls: ran }) => ran),
          },
          {
            key: 'usd',
            head: ranTexts.usd,
            isFigure: true,
            cell: ({ over_cap_usd: usd }) => <Usd usd={usd} />,
            foot: <Usd usd={sumUsd(rows.map(({ over_cap_usd: usd }) => usd))} />,
          },
        ]}
      />
      <p className="mt-2 text-12 text-ink-3 text-pretty">{ranTexts.text}</p>
    </>
  );
}
