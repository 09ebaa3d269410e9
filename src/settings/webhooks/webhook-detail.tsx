import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { DeliveryRecord } from '#contract/webhook-deliveries.ts';
import { updateWebhookSubscription, type SubscriptionRecord } from '#contract/webhooks.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { invalidateTouched } from '#src/api/invalidation.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useWrite } from '#src/api/write.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount, formatLatency, formatPercent } from '#src/format/number.ts';
import { formatAge, formatInstant, formatNear } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { useHistoryItems } from '#src/panels/history-link.tsx';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { buttonClass, Button, IconButton, TEXT_LINK } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { FactList, type Fact } from '#src/ui/fact-list.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Instant } from '#src/ui/instant.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { DeliveryDialog, DeliveryTable, lastAnswer } from './deliveries.tsx';
import { webhookMessages as messages } from './messages.ts';
import { latestOptions } from './queries.ts';
import { AskDialog, RecoverDialog, RotateDialog, TestDialog } from './webhook-dialogs.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { nameOf, stateOf, successShare } from './webhook-state.ts';

type Asked = 'edit' | 'pause' | 'test' | 'rotate' | 'end' | 'remove' | 'recover';

interface WebhookDetailProps {
  readonly webhook: SubscriptionRecord;
  /** ID of the open delivery. */
  readonly openDelivery: string | undefined;
  readonly onDelivery: (id: bigint | undefined) => void;
  readonly onDeleted: () => void;
}

/** One webhook: its state, figures, settings, secret, latest deliveries, and its actions. */
export function WebhookDetail({ webhook, openDelivery, onDelivery, onDeleted }: WebhookDetailProps) {
  const hasLog = isWholeService(useWhoami());
  const latest = useQuery({ ...latestOptions(webhook.id), enabled: hasLog });
  const rows = latest.data?.items ?? [];
  const { reason } = useWriteAccess('webhooks:write');
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const dialog = { webhook, onClose: close };
  return (
    <>
      <Link to="/settings/webhooks" className={`${buttonClass({ variant: 'ghost', size: 'sm' })} -ms-2`}>
        <Icon name="back" size={14} />
        {messages.back}
      </Link>
      <Heading webhook={webhook} hasLog={hasLog} ask={setAsked} />
      <p className="mt-1 text-ink-2 text-pretty">{sentenceOf(webhook, rows[0])}</p>
      {webhook.state === 'disabled' ? <DisabledNote webhook={webhook} /> : null}
      <Facts webhook={webhook} hasLog={hasLog} ask={setAsked} />
      {hasLog ? (
        <div className="mt-6">
          <Panel
            title={messages.deliveries.title}
            actions={
              <>
                <Button
                  icon="refresh"
                  disabledReason={reason ?? (webhook.state === 'disabled' ? messages.verbs.testDisabled : undefined)}
                  aria-haspopup="dialog"
                  onClick={() => setAsked('recover')}
                >
                  {messages.recover.open}
                </Button>
                <Link
                  to="/settings/webhooks/log"
                  search={{ webhook: webhook.id.toString() }}
                  className={buttonClass({ variant: 'ghost' })}
                >
                  {messages.deliveries.log}
                </Link>
              </>
            }
          >
            <QueryState query={latest} name={messages.deliveries.title} rows={5} rowClass="min-h-12">
              {({ items }) =>
                items.length === 0 ? (
                  <EmptyBlock icon="webhook" title={messages.deliveries.empty} />
                ) : (
                  <DeliveryTable rows={items} onOpen={onDelivery} />
                )
              }
            </QueryState>
          </Panel>
        </div>
      ) : null}
      {hasLog && openDelivery !== undefined ? (
        <DeliveryDialog
          key={openDelivery}
          id={BigInt(openDelivery)}
          row={rows.find(({ id }) => id.toString() === openDelivery)}
          webhookName={() => webhook.url}
          onClose={() => onDelivery(undefined)}
          onOpen={onDelivery}
        />
      ) : null}
      {asked === 'edit' ? (
        <WebhookForm
          {...dialog}
          onSaved={() => {
            toast({ kind: 'done', text: messages.form.saved });
            close();
          }}
        />
      ) : null}
      {asked === 'pause' || asked === 'end' || asked === 'remove' ? (
        <AskDialog {...dialog} kind={asked} onDone={asked === 'remove' ? onDeleted : close} />
      ) : null}
      {asked === 'test' ? (
        <TestDialog
          {...dialog}
          onSent={(sent) => {
            close();
            onDelivery(sent);
          }}
        />
      ) : null}
      {asked === 'rotate' ? <RotateDialog {...dialog} /> : null}
      {asked === 'recover' ? <RecoverDialog {...dialog} /> : null}
    </>
  );
}

interface PartProps {
  readonly webhook: SubscriptionRecord;
  /** Whether the service has the delivery log, with tests and recovery. */
  readonly hasLog: boolean;
  readonly ask: (asked: Asked) => void;
}

function Heading({ webhook, hasLog, ask }: PartProps) {
  const { reason } = useWriteAccess('webhooks:write');
  const historyItems = useHistoryItems();
  const { write, isBusy } = useWrite(updateWebhookSubscription);
  const zone = useDisplayZone();
  const { verbs } = messages;
  const { id, state, overlap_until_utc: until } = webhook;
  async function enable(): Promise<void> {
    const done = await write({ body: { id, enabled: true } }, { failed: verbs.notEnabled });
    if (done !== null) toast({ kind: 'done', text: verbs.enabled });
  }
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
      <h2
        ref={focusIfLost}
        tabIndex={-1}
        dir="auto"
        className="min-w-0 text-20 font-semibold outline-none [overflow-wrap:anywhere]"
      >
        {nameOf(webhook)}
      </h2>
      <StateChip webhook={webhook} />
      <span className="flex flex-wrap items-center gap-2 md:ms-auto">
        {state === 'active' ? (
          <Button icon="pause" disabledReason={reason} aria-haspopup="dialog" onClick={() => ask('pause')}>
            {verbs.pause}
          </Button>
        ) : null}
        {state === 'paused' ? (
          <Button icon="play" busy={isBusy} disabledReason={reason} onClick={() => void enable()}>
            {verbs.enable}
          </Button>
        ) : null}
        {hasLog ? (
          <Button
            disabledReason={reason ?? (state === 'disabled' ? verbs.testDisabled : undefined)}
            aria-haspopup="dialog"
            onClick={() => ask('test')}
          >
            {verbs.test}
          </Button>
        ) : null}
        <Button icon="pencil" disabledReason={reason} aria-haspopup="dialog" onClick={() => ask('edit')}>
          {verbs.edit}
        </Button>
        <Menu
          label={verbs.more}
          align="end"
          items={[
            {
              key: 'rotate',
              label: verbs.rotate,
              icon: 'key',
              disabledReason: reason ?? (until === null ? undefined : verbs.rotating(formatInstant(until, zone))),
              onSelect: () => ask('rotate'),
            },
            {
              key: 'remove',
              label: verbs.remove,
              icon: 'close',
              danger: true,
              disabledReason: reason,
              onSelect: () => ask('remove'),
            },
            ...historyItems({ type: 'webhook_subscription', id: webhook.id }),
          ]}
          trigger={(props) => <IconButton {...props} icon="more" label={verbs.more} />}
        />
      </span>
    </div>
  );
}

/** The next step, if not all is well. */
function sentenceOf({ pending, ...webhook }: SubscriptionRecord, latest: DeliveryRecord | undefined): string | null {
  const { sentence } = messages;
  const state = stateOf(webhook);
  if (state === 'paused') return sentence.paused;
  if (state !== 'failing') return null;
  const parts: string[] = [sentence.failing];
  if (pending > 0) parts.push(sentence.again(pending, formatCount(pending)));
  if (latest !== undefined && latest.state !== 'succeeded') parts.push(sentence.last(lastAnswer(latest)));
  return parts.join(' ');
}

const TONES = { active: 'ok', failing: 'warn', paused: 'plain', disabled: 'danger' } as const;

export function StateChip({ webhook }: { readonly webhook: SubscriptionRecord }) {
  const state = stateOf(webhook);
  return <Chip tone={TONES[state]}>{messages.state[state]}</Chip>;
}

/** The success of a day with its counts. */
export function Success({ webhook }: { readonly webhook: SubscriptionRecord }) {
  const share = successShare(webhook);
  if (share === null) return '–';
  const { delivered_24h: delivered = 0, failed_24h: failed } = webhook;
  return (
    <>
      {formatPercent(share)}
      <span className="block text-12 text-ink-3" title={messages.countsText}>
        {messages.counts(formatCount(delivered), formatCount(failed))}
      </span>
    </>
  );
}

/** Ref of a heading: focuses it if the focused element was removed. */
export function focusIfLost(heading: HTMLElement | null): void {
  if (document.activeElement === document.body) heading?.focus();
}

/** The reason why the webhook is disabled. Only a test that the receiver accepts enables it again. */
function DisabledNote({ webhook }: Pick<PartProps, 'webhook'>) {
  const { reason } = useWriteAccess('webhooks:write');
  const { write, isBusy, error } = useWrite(updateWebhookSubscription);
  const zone = useDisplayZone();
  const { off } = messages;
  const { id, disabled_utc: since, disabled_reason: why } = webhook;
  const isRefused = error instanceof ApiFailure && error.kind === 'conflict';

  async function enable(): Promise<void> {
    if ((await write({ body: { id, enabled: true } })) !== null) toast({ kind: 'done', text: off.enabled });
    // The deliveries below include the refused test.
    else await invalidateTouched(updateWebhookSubscription);
  }

  return (
    <section className="mt-3 rounded-control border border-danger-line bg-danger-tint px-4 py-3">
      <h3 className="font-semibold">
        {since === null ? messages.state.disabled : off.title(formatInstant(since, zone))}
      </h3>
      <p className="mt-1 max-w-measure text-pretty">
        {why === null ? null : off[why]} {off.next}
      </p>
      <div className="mt-2.5">
        <Button busy={isBusy} disabledReason={reason} onClick={() => void enable()}>
          {off.enable}
        </Button>
      </div>
      <WriteFailure error={error} failed={isRefused ? () => off.failed : undefined} />
    </section>
  );
}

function Facts({ webhook, hasLog, ask }: PartProps) {
  const { allowed, reason } = useWriteAccess('webhooks:write');
  const zone = useDisplayZone();
  const nowMs = useNow();
  const { facts: texts, column } = messages;
  const {
    id,
    url,
    events,
    pending,
    p95_ms_24h: p95,
    overlap_until_utc: until,
    last_delivery_utc: delivered,
    created_utc: made,
  } = webhook;
  const near = (at: string | null | undefined) =>
    at == null ? null : <Instant at={at}>{formatNear(at, zone, nowMs)}</Instant>;
  const facts: readonly Fact[] = [
    [
      texts.address,
      <>
        <span className="flex min-w-0 items-start gap-1">
          <code dir="ltr" className="min-w-0 font-mono text-12 leading-6 [overflow-wrap:anywhere]">
            <AddressText text={url} />
          </code>
          {allowed ? <CopyButton text={url} label={texts.copyAddress} /> : null}
        </span>
        {allowed ? null : <span className="block text-12 text-ink-3">{texts.masked}</span>}
      </>,
    ],
    [
      texts.events,
      events.includes('*') ? (
        messages.form.all
      ) : (
        <span className="flex flex-wrap gap-1">
          {events.map((type) => (
            <code key={type} className="rounded-chip bg-active px-1.5 font-mono text-12 leading-5">
              {type}
            </code>
          ))}
        </span>
      ),
    ],
    [texts.pii, webhook.include_pii ? texts.piiOn : texts.piiOff],
    [
      texts.secret,
      <span key="value" className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span aria-hidden="true" className="font-mono text-12">
          whsec_••••••••
        </span>
        {until === null ? (
          <span className="text-ink-3">{texts.secretText}</span>
        ) : (
          <>
            <Chip tone="accent">{texts.newSecret}</Chip>
            <span>{texts.overlap(formatInstant(until, zone), formatAge(Date.parse(until) - nowMs))}</span>
            <Button size="sm" disabledReason={reason} aria-haspopup="dialog" onClick={() => ask('end')}>
              {texts.end}
            </Button>
          </>
        )}
      </span>,
    ],
    [column.success, hasLog ? <Success key="value" webhook={webhook} /> : null],
    [column.p95, p95 == null ? null : formatLatency(p95)],
    [column.failure, near(webhook.last_failure_utc)],
    [column.next, near(webhook.next_attempt_utc)],
    [
      column.waiting,
      hasLog ? (
        <Link
          key="value"
          to="/settings/webhooks/log"
          search={{ webhook: id.toString(), state: ['pending', 'delivering'] }}
          className={TEXT_LINK}
        >
          {formatCount(pending)}
        </Link>
      ) : (
        formatCount(pending)
      ),
    ],
    [texts.delivered, near(delivered) ?? texts.never],
    [texts.made, formatInstant(made, zone)],
  ];
  return <FactList className="mt-4" facts={facts} />;
}
