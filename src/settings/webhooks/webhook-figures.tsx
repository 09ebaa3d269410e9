import type { ReactNode } from 'react';
import type { SubscriptionRecord } from '#contract/webhooks.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatLatency, formatPercent, formatCount } from '#src/format/number.ts';
import { formatNear } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { Chip } from '#src/ui/chip.tsx';
import { Instant } from '#src/ui/instant.tsx';
import type { Column } from '#src/ui/table.tsx';
import { webhookMessages as messages } from './messages.ts';
import { stateOf, successShare } from './webhook-state.ts';

const TONES = { active: 'ok', failing: 'warn', paused: 'plain', disabled: 'danger' } as const;

export function StateChip({ webhook }: { readonly webhook: SubscriptionRecord }) {
  const state = stateOf(webhook);
  return <Chip tone={TONES[state]}>{messages.state[state]}</Chip>;
}

/** Figures of a webhook as columns of the list; its own page shows them as facts. */
export function useFigures(): readonly Column<SubscriptionRecord>[] {
  const zone = useDisplayZone();
  const nowMs = useNow();
  const { column, none } = messages;
  const near = (at: string | null | undefined): ReactNode =>
    at == null ? none : <Instant at={at}>{formatNear(at, zone, nowMs)}</Instant>;
  const figure = (key: keyof typeof column, cell: Column<SubscriptionRecord>['cell'], className = '') => ({
    key,
    head: column[key],
    isFigure: true,
    cell,
    className,
  });
  return [
    figure('success', successOf),
    figure('p95', ({ p95_ms_24h: ms }) => (ms == null ? none : formatLatency(ms)), 'max-md:hidden'),
    figure('failure', ({ last_failure_utc: at }) => near(at), 'max-md:hidden'),
    figure('next', ({ next_attempt_utc: at }) => near(at), 'max-md:hidden'),
  ];
}

/** The success of a day with its counts. */
function successOf(webhook: SubscriptionRecord): ReactNode {
  const share = successShare(webhook);
  if (share === null) return messages.none;
  const { delivered_24h: delivered = 0, failed_24h: failed } = webhook;
  return (
    <>
      {formatPercent(share)}
      <span className="block text-12 font-normal text-ink-3" title={messages.countsText}>
        {messages.counts(formatCount(delivered), formatCount(failed))}
      </span>
    </>
  );
}
