import { useQuery } from '@tanstack/react-query';
import type { Reply } from '#contract/operation.ts';
import {
  sendWebhookDeliveries,
  type AttemptRecord,
  type DeliveryRecord,
  type listWebhookDeliveries,
} from '#contract/webhook-deliveries.ts';
import { useMissingScope, useWriteAccess } from '#src/api/write-access.ts';
import { useWrite } from '#src/api/write.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatLatency } from '#src/format/number.ts';
import { formatInstant, formatNear } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { FactList, Mono } from '#src/ui/fact-list.tsx';
import { Instant } from '#src/ui/instant.tsx';
import { Table, type Column } from '#src/ui/table.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { deliveryOptions } from './queries.ts';

const { detail, resend } = messages;

const TONES = {
  pending: 'accent',
  delivering: 'accent',
  succeeded: 'ok',
  failed: 'danger',
  cancelled: 'plain',
} as const;

interface DeliveryTableProps {
  readonly rows: readonly DeliveryRecord[];
  /** Undefined if all rows belong to one webhook. */
  readonly webhookName?: (id: bigint) => string;
  readonly onOpen: (id: bigint) => void;
}

export function DeliveryTable({ rows, webhookName, onOpen }: DeliveryTableProps) {
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
              className="hit relative -my-0.5 min-h-6 text-start font-mono text-12 text-accent-text hover:underline"
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
          cell: (delivery) => <ResendButton delivery={delivery} />,
        },
      ]}
    />
  );
}

/** The receiver's last answer in words. */
export function lastAnswer({
  last_error_code: error,
  last_http_status: status,
  attempt_count: tries,
}: DeliveryRecord): string {
  if (error !== null && error !== 'status') return messages.error[error] ?? error;
  if (status !== null) return messages.status(status);
  return tries === 0 ? messages.noAnswer : messages.state.succeeded;
}

interface ResendButtonProps {
  readonly delivery: DeliveryRecord;
  readonly onQueued?: (id: bigint) => void;
}

/** Sends a delivery again with the same message ID, so that the receiver can recognise a duplicate. */
function ResendButton({ delivery, onQueued }: ResendButtonProps) {
  const { reason } = useWriteAccess('webhooks:write');
  const { write, isBusy } = useWrite(sendWebhookDeliveries);
  const id = delivery.id.toString();
  const isRunning = delivery.state === 'pending' || delivery.state === 'delivering';
  async function send(): Promise<void> {
    const queued = await write(
      { body: { action: 'replay', id: delivery.id } },
      { failed: (why) => resend.failed(id, why) },
    );
    if (queued === null || !('id' in queued)) return;
    toast({ kind: 'done', text: resend.done(queued.id.toString()) });
    onQueued?.(queued.id);
  }
  return (
    <Button
      size="sm"
      aria-label={resend.of(id)}
      busy={isBusy}
      disabledReason={reason ?? (isRunning ? resend.running : undefined)}
      onClick={() => void send()}
    >
      {resend.button}
    </Button>
  );
}

const CODE =
  'block rounded-control border border-line bg-sunken px-2.5 py-2 font-mono text-12 whitespace-pre-wrap [overflow-wrap:anywhere]';

type Delivery = Reply<typeof listWebhookDeliveries>['items'][number];

interface DeliveryDialogProps {
  readonly id: bigint;
  /** The row of the list: all that a token without admin:read may see. */
  readonly row?: DeliveryRecord | undefined;
  readonly webhookName: (id: bigint) => string;
  readonly onClose: () => void;
  readonly onOpen: (id: bigint) => void;
}

/** One delivery: its contents, and the result of each attempt. */
export function DeliveryDialog({ id, row, webhookName, onClose, onOpen }: DeliveryDialogProps) {
  const lacking = useMissingScope()('admin:read');
  const query = useQuery({ ...deliveryOptions(id), enabled: lacking === undefined });
  const delivery = query.data?.items[0];
  return (
    <Dialog
      title={detail.title(id.toString())}
      kind="drawer"
      className="md:w-[560px]"
      onClose={onClose}
      footer={
        <>
          {delivery === undefined ? null : <ResendButton delivery={delivery} onQueued={onOpen} />}
          <Button onClick={onClose}>{detail.close}</Button>
        </>
      }
    >
      {lacking === undefined ? (
        <QueryState
          query={query}
          name={detail.name}
          rows={6}
          missing={<EmptyBlock icon="search" title={detail.missing} text={detail.missingText} />}
        >
          {() =>
            delivery === undefined ? null : (
              <>
                <Facts delivery={delivery} webhookName={webhookName} />
                <Contents delivery={delivery} />
              </>
            )
          }
        </QueryState>
      ) : (
        <>
          {row === undefined ? null : <Facts delivery={row} webhookName={webhookName} />}
          <EmptyBlock icon="lock" title={detail.locked} text={lacking} />
        </>
      )}
    </Dialog>
  );
}

interface FactsProps extends Pick<DeliveryDialogProps, 'webhookName'> {
  readonly delivery: DeliveryRecord;
}

function Facts({ delivery, webhookName }: FactsProps) {
  const at = (iso: string | null) => (iso === null ? null : <Instant at={iso} form="instant" />);
  return (
    <>
      {delivery.replay_of === null ? null : (
        <p className="mb-2 text-12 text-ink-3">{messages.replayOf(delivery.replay_of.toString())}</p>
      )}
      <FactList
        facts={[
          [messages.column.state, messages.state[delivery.state] ?? delivery.state],
          [messages.column.last, lastAnswer(delivery)],
          [detail.event, <Mono key="event">{delivery.event_type}</Mono>],
          [
            detail.webhook,
            <span key="webhook" dir="ltr">
              <AddressText text={webhookName(delivery.subscription_id)} />
            </span>,
          ],
          [detail.message, <Mono key="message">{delivery.message_id}</Mono>],
          [detail.request, delivery.request_id === null ? null : <Mono key="request">{delivery.request_id}</Mono>],
          [detail.made, at(delivery.created_utc)],
          [detail.finished, at(delivery.finished_utc)],
          [detail.next, at(delivery.next_attempt_utc)],
        ]}
      />
    </>
  );
}

function Contents({ delivery }: { readonly delivery: Delivery }) {
  const zone = useDisplayZone();
  return (
    <>
      <div className="mt-4 flex min-h-control items-center justify-between">
        <h3 className="text-14 font-semibold">{detail.sent}</h3>
        {delivery.body == null ? null : <CopyButton text={delivery.body} label={detail.copyBody} />}
      </div>
      {delivery.body == null ? (
        <p className="text-12 text-ink-3">{detail.bodyGone}</p>
      ) : (
        <code dir="ltr" className={CODE}>
          {indented(delivery.body)}
        </code>
      )}
      <h3 className="mt-4 text-14 font-semibold">{detail.attempts}</h3>
      {delivery.attempts === undefined || delivery.attempts.length === 0 ? (
        <p className="text-12 text-ink-3">{detail.none}</p>
      ) : (
        <ol>
          {delivery.attempts.map((attempt) => (
            <Attempt key={attempt.attempt} attempt={attempt} zone={zone} />
          ))}
        </ol>
      )}
    </>
  );
}

function Attempt({ attempt, zone }: { readonly attempt: AttemptRecord; readonly zone: string }) {
  const { http_status: status, error_code: error, response_excerpt: excerpt } = attempt;
  return (
    <li className="border-b border-line py-2">
      <p className="flex flex-wrap gap-x-3">
        <span className="font-medium">{detail.attempt(attempt.attempt)}</span>
        <time dateTime={attempt.started_utc} className="flex-1 text-ink-3 tabular-nums">
          {formatInstant(attempt.started_utc, zone)}
        </time>
        <span className={error === null ? 'text-ok-text' : 'text-danger-text'}>
          {[
            error === null || error === 'status' ? null : (messages.error[error] ?? error),
            status === null ? null : messages.status(status),
          ]
            .filter((part) => part !== null)
            .join(', ')}
        </span>
      </p>
      <p className="text-12 text-ink-3 tabular-nums">
        {detail.took(formatLatency(attempt.duration_ms), attempt.resolved_ip ?? '')}
      </p>
      {excerpt === null || excerpt === '' ? null : (
        <code dir="ltr" className={`mt-1 ${CODE}`}>
          {excerpt}
        </code>
      )}
    </li>
  );
}

/** JSON with one field per line; other text unchanged. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
