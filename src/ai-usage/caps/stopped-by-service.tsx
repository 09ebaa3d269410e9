import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listAiUsage, type AiUsageRow } from '#contract/ai-reports.ts';
import { stoppedBy, type CallsBeyond, type HitDay, type Stopped } from '#src/ai-usage/figures/back-test.ts';
import { useHasReports, wholeReportOptions } from '#src/ai-usage/queries.ts';
import type { UsageWindow } from '#src/ai-usage/usage-window.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { messages } from './caps-tab-messages.ts';

const texts = messages.byFeature;
const NONE: readonly AiUsageRow[] = [];

/** The calls beyond a cap that the service stops: it does not say, they are on their way, or they are known. */
export type StoppedState =
  | { readonly kind: 'unsaid' }
  | { readonly kind: 'waiting'; readonly query: UseQueryResult<readonly AiUsageRow[]> }
  | { readonly kind: 'known'; readonly stopped: Stopped };

/**
 * What the service itself would have stopped under a tried cap.
 * @param enforced the features as the service names them; undefined where it does not
 */
export function useStopped(
  hits: readonly HitDay[],
  { from, to }: UsageWindow,
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
  return (
    <>
      {features.length === 0 ? (
        <p className="mt-2 text-12 text-ink-3">{texts.none}</p>
      ) : (
        <table className="mt-1 w-full tabular-nums">
          <caption className="sr-only">{texts.caption}</caption>
          <thead>
            <tr className="border-b border-line text-12 text-ink-3">
              <th scope="col" className="py-1.5 text-start font-normal">
                {texts.feature}
              </th>
              <th scope="col" className="py-1.5 text-end font-normal">
                {texts.calls}
              </th>
              <th scope="col" className="py-1.5 text-end font-normal">
                {texts.usd}
              </th>
            </tr>
          </thead>
          <tbody>
            {features.map(({ feature, refusedCalls, unspentUsd }) => (
              <Row key={feature} name={feature} of={{ calls: refusedCalls, usd: unspentUsd }} />
            ))}
            <Row name={texts.total} of={total} isTotal />
          </tbody>
        </table>
      )}
      <p className="mt-2 text-12 text-ink-3 text-pretty">
        {others.calls === 0 ? texts.only : texts.others(formatCount(Math.round(others.calls)), formatUsd(others.usd))}
      </p>
    </>
  );
}

interface RowProps {
  readonly name: string;
  readonly of: CallsBeyond;
  readonly isTotal?: boolean;
}

function Row({ name, of: { calls, usd }, isTotal = false }: RowProps) {
  return (
    <tr className={isTotal ? 'font-medium' : 'border-b border-line'}>
      <th scope="row" className={`py-1.5 text-start ${isTotal ? 'font-medium' : 'font-normal'}`}>
        {name}
      </th>
      <td className="py-1.5 text-end">{messages.try.about(formatCount(Math.round(calls)))}</td>
      <td className="py-1.5 text-end">{messages.try.about(formatUsd(usd))}</td>
    </tr>
  );
}
