import type { DeliveryRecord } from '#contract/webhook-deliveries.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatNear } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { Table, type Column } from '#src/ui/table.tsx';
import { messages } from './messages.ts';
import { ResendButton } from './resend-button.tsx';

const TONES = {
  pending: 'accent',
  delivering: 'accent',
  succeeded: 'ok',
  failed: 'danger',
  cancelled: 'plain',
} as const;

interface DeliveryTableProps {
  readonly rows: readonly DeliveryRecord[];
  /** Left out where all are of one webhook. */
  readonly webhookName?: (id: bigint) => string;
  /** Whether the webhook is disabled. */
  readonly isOff: (webhook: bigint) => boolean;
  readonly onOpen: (id: bigint) => void;
}

/** Deliveries, each with what came of it; its name opens it. */
export function DeliveryTable({ rows, webhookName, isOff, onOpen }: DeliveryTableProps) {
  const zone = useDisplayZone();
  const nowMs = useNow();
  const { column } = messages;
  const near = (iso: string) => formatNear(iso, zone, nowMs);
  const ofWebhook: readonly Column<DeliveryRecord>[] =
    webhookName === undefined
      ? []
      : [
          {
            key: 'webhook',
            head: column.webhook,
            cell: ({ subscription_id: webhook }) => (
              <span dir="ltr" className="[overflow-wrap:anywhere]">
                <AddressText text={webhookName(webhook)} />
              </span>
            ),
          },
        ];
  return (
    <Table
      caption={messages.list}
      rows={rows}
      keyOf={({ id }) => id.toString()}
      phone="stack"
      columns={[
        {
          key: 'event',
          head: column.event,
          isRowHead: true,
          cell: ({ id, event_type: event }) => (
            <button
              type="button"
              aria-haspopup="dialog"
              className="hit relative min-h-6 text-start font-mono text-12 text-accent-text hover:underline"
              onClick={() => onOpen(id)}
            >
              {event} <span className="sr-only">{messages.delivery}</span>{' '}
              <span className="text-ink-3 tabular-nums">{id.toString()}</span>
            </button>
          ),
        },
        {
          key: 'state',
          head: column.state,
          isBeside: true,
          cell: ({ state }) => <Chip tone={TONES[state] ?? 'plain'}>{messages.state[state] ?? state}</Chip>,
        },
        ...ofWebhook,
        {
          key: 'last',
          head: column.last,
          cell: (delivery) => (
            <>
              {lastAnswer(delivery)}
              <span className="block text-12 text-ink-3 tabular-nums">
                {messages.attempts(delivery.attempt_count)}
                {delivery.next_attempt_utc === null ? '' : `, ${messages.nextAt(near(delivery.next_attempt_utc))}`}
              </span>
            </>
          ),
        },
        {
          key: 'made',
          head: column.made,
          cell: ({ created_utc: at }) => (
            <time dateTime={at} className="tabular-nums">
              {near(at)}
            </time>
          ),
        },
        {
          key: 'actions',
          head: column.actions,
          isHeadHidden: true,
          isFigure: true,
          cell: (delivery) => <ResendButton delivery={delivery} isOff={isOff(delivery.subscription_id)} />,
        },
      ]}
    />
  );
}

/** What the receiver said last, in words. */
export function lastAnswer({
  last_error_code: error,
  last_http_status: status,
  attempt_count: tries,
}: DeliveryRecord): string {
  if (error !== null && error !== 'status') return messages.error[error] ?? error;
  if (status !== null) return messages.status(status);
  return tries === 0 ? messages.noAnswer : messages.state.succeeded;
}
