import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listAiUsage, type AiUsageRow } from '#contract/ai-reports.ts';
import { stoppedBy, type HitDay, type Stopped } from '#src/ai-usage/figures/back-test.ts';
import { wholeReportOptions } from '#src/ai-usage/queries.ts';
import type { UsageWindow } from '#src/ai-usage/usage-window.ts';

/** What of the calls beyond a cap the service stops: it does not say, it is on its way, or it is known. */
export type StoppedState =
  | { readonly kind: 'unsaid' }
  | { readonly kind: 'waiting'; readonly query: UseQueryResult<readonly AiUsageRow[]> }
  | { readonly kind: 'known'; readonly stopped: Stopped };

interface StoppedAsked {
  readonly hits: readonly HitDay[];
  readonly window: UsageWindow;
  readonly hasReports: boolean;
  /** As the service says it; undefined where it does not. */
  readonly enforced: readonly string[] | undefined;
}

/** What the service itself would have stopped under a tried cap. */
export function useStopped({ hits, window, hasReports, enforced }: StoppedAsked): StoppedState {
  const { from, to } = window;
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

const NONE: readonly AiUsageRow[] = [];
