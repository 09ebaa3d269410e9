import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { listWebhookDeliveries, type DeliveryRecord } from '#contract/webhook-deliveries.ts';
import { updateWebhookSubscription, type SubscriptionRecord } from '#contract/webhooks.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { invalidateTouched } from '#src/api/invalidation.ts';
import { read } from '#src/api/read.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useWrite } from '#src/api/write.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatAge, formatInstant } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { useHistoryItems } from '#src/panels/history-link.tsx';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { TextButton } from '#src/ui/text-button.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DeliveryTable, lastAnswer } from './delivery-table.tsx';
import { webhookMessages as messages } from './messages.ts';
import { latestOptions } from './queries.ts';
import { AskDialog, RecoverDialog, RotateDialog, TestDialog, type NewSecret } from './webhook-dialogs.tsx';
import { StateChip, useFigures } from './webhook-figures.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { nameOf, stateOf } from './webhook-state.ts';
import { focusIfLost } from './webhook-tabs.tsx';

type Asked = 'edit' | 'pause' | 'test' | 'rotate' | 'end' | 'remove' | 'recover';

interface WebhookDetailProps {
  readonly webhook: SubscriptionRecord;
  /** Id of the delivery that is open. */
  readonly openDelivery: string | undefined;
  readonly onDelivery: (id: bigint | undefined) => void;
  readonly onSecret: (made: NewSecret) => void;
  readonly onDeleted: () => void;
}

/** One webhook: how it does, what is sent to it, its secret, and all that can be done with it. */
export function WebhookDetail({ webhook, openDelivery, onDelivery, onSecret, onDeleted }: WebhookDetailProps) {
  const hasLog = hasExtension(useWhoami(), 'webhook_deliveries');
  const latest = useQuery({ ...latestOptions(webhook.id), enabled: hasLog });
  const rows = latest.data?.items ?? [];
  const { reason } = useWriteAccess('webhooks:write');
  const isDisabled = webhook.state === 'disabled';
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
      <p className="mt-1 text-ink-2 text-pretty">{sentenceOf(webhook, hasLog, rows[0])}</p>
      {isDisabled ? <DisabledNote webhook={webhook} hasLog={hasLog} onDelivery={onDelivery} /> : null}
      {hasLog ? <Figures webhook={webhook} /> : null}
      <Facts webhook={webhook} hasLog={hasLog} ask={setAsked} />
      {hasLog ? (
        <div className="mt-6">
          <Panel
            title={messages.deliveries.title}
            actions={
              <>
                <Button
                  icon="refresh"
                  disabledReason={reason ?? (isDisabled ? messages.verbs.testDisabled : undefined)}
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
                  <DeliveryTable rows={items} isOff={() => isDisabled} onOpen={onDelivery} />
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
          isOff={() => isDisabled}
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
      {asked === 'rotate' ? <RotateDialog {...dialog} onSecret={onSecret} /> : null}
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

/** How it does and what follows, in a few sentences. */
function sentenceOf(webhook: SubscriptionRecord, hasLog: boolean, latest: DeliveryRecord | undefined): string | null {
  const { sentence } = messages;
  const { pending, last_delivery_utc: delivered } = webhook;
  const state = stateOf(webhook);
  if (state === 'disabled') return null;
  if (state === 'paused') return sentence.paused;
  if (state === 'active')
    return delivered !== null ? sentence.active : hasLog ? `${sentence.quiet} ${sentence.try}` : sentence.quiet;
  const parts: string[] = [sentence.failing];
  if (pending > 0) parts.push(sentence.again(pending, formatCount(pending)));
  if (latest !== undefined && latest.state !== 'succeeded') parts.push(sentence.last(lastAnswer(latest)));
  return parts.join(' ');
}

interface DisabledNoteProps extends Omit<PartProps, 'ask'> {
  readonly onDelivery: (id: bigint) => void;
}

/** Why it is disabled, and the one way back: a test that is accepted. */
function DisabledNote({ webhook, hasLog, onDelivery }: DisabledNoteProps) {
  const { reason } = useWriteAccess('webhooks:write');
  const { write, isBusy, error } = useWrite(updateWebhookSubscription);
  const queryClient = useQueryClient();
  const zone = useDisplayZone();
  const [failedTest, setFailedTest] = useState<bigint | null>(null);
  const { off } = messages;
  const { id, disabled_utc: since, disabled_reason: why } = webhook;
  const isRefused = error instanceof ApiFailure && error.kind === 'conflict';

  async function enable(): Promise<void> {
    setFailedTest(null);
    if ((await write({ body: { id, enabled: true } })) !== null) return void toast({ kind: 'done', text: off.enabled });
    if (!hasLog) return;
    // The log has the test that was refused.
    await invalidateTouched(updateWebhookSubscription);
    const tests = read(listWebhookDeliveries, { subscription_id: id, event_type: 'webhook.test', limit: 1 });
    const { items } = await queryClient.fetchQuery(tests).catch(() => ({ items: [] }));
    if (items[0]?.state === 'failed') setFailedTest(items[0].id);
  }

  return (
    <section className="mt-3 rounded-control border border-danger-line bg-danger-tint px-4 py-3">
      <h3 className="font-semibold">
        {since === null ? messages.state.disabled : off.title(formatInstant(since, zone))}
      </h3>
      <p className="mt-1 max-w-measure text-pretty">
        {why === null ? null : off[why]} {off.effect} {off.next} {hasLog ? off.recover : null}
      </p>
      <div className="mt-2.5">
        <Button busy={isBusy} disabledReason={reason} onClick={() => void enable()}>
          {off.enable}
        </Button>
      </div>
      <WriteFailure error={error} failed={isRefused ? () => off.failed : undefined} />
      {isRefused && failedTest !== null ? (
        <TextButton onClick={() => onDelivery(failedTest)}>{off.see}</TextButton>
      ) : null}
    </section>
  );
}

function Figures({ webhook }: Pick<PartProps, 'webhook'>) {
  const { id, pending } = webhook;
  const waiting = (
    <Link
      to="/settings/webhooks/log"
      search={{ webhook: id.toString(), state: ['pending', 'delivering'] }}
      className="hover:underline"
    >
      {formatCount(pending)}
    </Link>
  );
  const figures = useFigures().map(({ key, head, cell }) => ({ key, head, value: cell(webhook) }));
  return (
    <dl className="mt-4 flex flex-wrap gap-x-10 gap-y-3 border-y border-line py-3">
      {[...figures, { key: 'waiting', head: messages.column.waiting, value: waiting }].map(({ key, head, value }) => (
        <div key={key} className="min-w-24">
          <dt className="text-12 text-ink-3">{head}</dt>
          <dd className="text-16 font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Facts({ webhook, ask }: PartProps) {
  const { allowed, reason } = useWriteAccess('webhooks:write');
  const zone = useDisplayZone();
  const nowMs = useNow();
  const { facts: texts } = messages;
  const { url, events, overlap_until_utc: until, last_delivery_utc: delivered, created_utc: made } = webhook;
  const facts: readonly (readonly [string, ReactNode])[] = [
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
    [texts.delivered, delivered === null ? texts.never : formatInstant(delivered, zone)],
    [texts.made, formatInstant(made, zone)],
  ];
  return (
    <dl className="mt-4 grid grid-cols-[112px_minmax(0,1fr)] gap-x-3 gap-y-2 max-sm:grid-cols-1 max-sm:gap-y-1">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-12 leading-6 text-ink-3">{name}</dt>
          <dd className="min-w-0 leading-6 [overflow-wrap:anywhere] max-sm:mb-1.5">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
