import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AttemptRecord, DeliveryRecord, listWebhookDeliveries } from '#contract/webhook-deliveries.ts';
import type { Reply } from '#contract/operation.ts';
import { useMissingScope } from '#src/api/write-access.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatLatency } from '#src/format/compact.ts';
import { formatInstant } from '#src/format/time.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { lastAnswer } from './delivery-table.tsx';
import { messages } from './messages.ts';
import { deliveryOptions } from './queries.ts';
import { ResendButton } from './resend-button.tsx';

const texts = messages.detail;
const CODE =
  'block rounded-control border border-line bg-sunken px-2.5 py-2 font-mono text-12 whitespace-pre-wrap [overflow-wrap:anywhere]';

type Delivery = Reply<typeof listWebhookDeliveries>['items'][number];

interface DeliveryDialogProps {
  readonly id: bigint;
  /** As a list has it: what a token without admin:read may see. */
  readonly row?: DeliveryRecord | undefined;
  readonly webhookName: (id: bigint) => string;
  /** Its webhook is disabled. */
  readonly isOff: (webhook: bigint) => boolean;
  readonly onClose: () => void;
  readonly onOpen: (id: bigint) => void;
}

/** One delivery: what was sent, and what came of each attempt. */
export function DeliveryDialog({ id, row, webhookName, isOff, onClose, onOpen }: DeliveryDialogProps) {
  const lacking = useMissingScope()('admin:read');
  const query = useQuery({ ...deliveryOptions(id), enabled: lacking === undefined });
  const delivery = query.data?.items[0];
  return (
    <Dialog
      title={texts.title(id.toString())}
      kind="drawer"
      className="md:w-[560px]"
      onClose={onClose}
      footer={
        <>
          {delivery === undefined ? null : (
            <ResendButton
              delivery={delivery}
              isBodyGone={delivery.body === null}
              isOff={isOff(delivery.subscription_id)}
              onQueued={onOpen}
            />
          )}
          <Button onClick={onClose}>{texts.close}</Button>
        </>
      }
    >
      {lacking === undefined ? (
        <QueryState
          query={query}
          name={texts.name}
          rows={6}
          missing={<EmptyBlock icon="search" title={texts.missing} text={texts.missingText} />}
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
          <EmptyBlock icon="lock" title={texts.locked} text={lacking} />
        </>
      )}
    </Dialog>
  );
}

interface FactsProps extends Pick<DeliveryDialogProps, 'webhookName'> {
  readonly delivery: DeliveryRecord;
}

function Facts({ delivery, webhookName }: FactsProps) {
  const zone = useDisplayZone();
  const at = (iso: string | null): ReactNode =>
    iso === null ? null : <time dateTime={iso}>{formatInstant(iso, zone)}</time>;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [messages.column.state, messages.state[delivery.state] ?? delivery.state],
    [messages.column.last, lastAnswer(delivery)],
    [texts.event, <Mono key="value">{delivery.event_type}</Mono>],
    [
      texts.webhook,
      <span key="value" dir="ltr">
        <AddressText text={webhookName(delivery.subscription_id)} />
      </span>,
    ],
    [texts.message, <Mono key="value">{delivery.message_id}</Mono>],
    [texts.request, delivery.request_id === null ? null : <Mono key="value">{delivery.request_id}</Mono>],
    [texts.made, at(delivery.created_utc)],
    [texts.finished, at(delivery.finished_utc)],
    [texts.next, at(delivery.next_attempt_utc)],
  ];
  return (
    <>
      {delivery.replay_of === null ? null : (
        <p className="mb-2 text-12 text-ink-3">{messages.replayOf(delivery.replay_of.toString())}</p>
      )}
      <dl className="grid grid-cols-[112px_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        {facts.map(([name, value]) =>
          value === null ? null : (
            <div key={name} className="contents">
              <dt className="text-12 leading-5 text-ink-3">{name}</dt>
              <dd className="[overflow-wrap:anywhere]">{value}</dd>
            </div>
          ),
        )}
      </dl>
    </>
  );
}

/** What was sent, and what came of each attempt. */
function Contents({ delivery }: { readonly delivery: Delivery }) {
  const zone = useDisplayZone();
  return (
    <>
      <div className="mt-4 flex min-h-control items-center justify-between">
        <h3 className="text-14 font-semibold">{texts.sent}</h3>
        {delivery.body == null ? null : <CopyButton text={delivery.body} label={texts.copyBody} />}
      </div>
      {delivery.body == null ? (
        <p className="text-12 text-ink-3">{texts.bodyGone}</p>
      ) : (
        <code dir="ltr" className={CODE}>
          {indented(delivery.body)}
        </code>
      )}
      <h3 className="mt-4 text-14 font-semibold">{texts.attempts}</h3>
      {delivery.attempts === undefined || delivery.attempts.length === 0 ? (
        <p className="text-12 text-ink-3">{texts.none}</p>
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

function Mono({ children }: { readonly children: string }) {
  return <code className="font-mono text-12">{children}</code>;
}

function Attempt({ attempt, zone }: { readonly attempt: AttemptRecord; readonly zone: string }) {
  const { http_status: status, error_code: error, response_excerpt: excerpt } = attempt;
  return (
    <li className="border-b border-line py-2">
      <p className="flex flex-wrap gap-x-3">
        <span className="font-medium">{texts.attempt(attempt.attempt)}</span>
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
        {texts.took(formatLatency(attempt.duration_ms), attempt.resolved_ip ?? '')}
      </p>
      {excerpt === null || excerpt === '' ? null : (
        <code dir="ltr" className={`mt-1 ${CODE}`}>
          {excerpt}
        </code>
      )}
    </li>
  );
}

/** As it was sent, one field a line. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
