import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listAiUsage, type AiUsageRow } from '#contract/ai-reports.ts';
import { stoppedBy, type HitDay, type Stopped } from '#src/ai-usage/figures/back-test.ts';
import { useHasReports, wholeReportOptions } from '#src/ai-usage/queries.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import type { DayWindow } from '#src/panels/day-window.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
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

/** The features whose calls the service would have stopped, and what would have run on elsewhere. */
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
        <Features stopped={state.stopped} />
      )}
    </Panel>
  );
}

function Features({ stopped: { features, total, others } }: { readonly stopped: Stopped }) {
  const callsText = (calls: number) => messages.try.about(formatCount(Math.round(calls)));
  const usdText = (usd: number) => messages.try.about(formatUsd(usd));
  return (
    <>
      {features.length === 0 ? (
        <p className="mt-2 text-12 text-ink-3">{texts.none}</p>
      ) : (
        <Table
          caption={texts.caption}
          className="mt-1"
          rows={features}
          keyOf={({ feature }) => feature}
          columns={[
            {
              key: 'feature',
              head: texts.feature,
              isRowHead: true,
              cell: ({ feature }) => feature,
              foot: texts.total,
            },
            {
              key: 'calls',
              head: texts.calls,
              isFigure: true,
              cell: ({ refusedCalls }) => callsText(refusedCalls),
              foot: callsText(total.calls),
            },
            {
              key: 'usd',
              head: texts.usd,
              isFigure: true,
              cell: ({ unspentUsd }) => usdText(unspentUsd),
              foot: usdText(total.usd),
            },
          ]}
        />
      )}
      <p className="mt-2 text-12 text-ink-3 text-pretty">
        {others.calls === 0 ? texts.only : texts.others(formatCount(Math.round(others.calls)), formatUsd(others.usd))}
      </p>
    </>
  );
}
