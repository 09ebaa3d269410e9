import type { SubscriptionRecord } from '#contract/webhooks.ts';
import { formatPercent } from '#src/format/compact.ts';
import { formatCount } from '#src/format/number.ts';
import { Chip } from '#src/ui/chip.tsx';
import { webhookMessages as messages } from './messages.ts';
import { countEvents, OFFERED_EVENTS, stateOf, successShare } from './webhook-state.ts';

interface WebhookProps {
  readonly webhook: SubscriptionRecord;
}

const TONES = { active: 'ok', failing: 'warn', paused: 'plain', disabled: 'danger' } as const;

export function StateChip({ webhook }: WebhookProps) {
  const state = stateOf(webhook);
  return <Chip tone={TONES[state]}>{messages.state[state]}</Chip>;
}

/** "5 of 17", or that it gets all. */
export function eventsText(webhook: Pick<SubscriptionRecord, 'events'>): string {
  const count = countEvents(webhook);
  return count === null ? messages.allEvents : messages.eventsOf(count, OFFERED_EVENTS.length);
}

/** The share of a day, and the counts that it comes from. */
export function Success({ webhook }: WebhookProps) {
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
