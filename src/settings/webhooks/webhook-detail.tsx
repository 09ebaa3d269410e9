import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { MAX_RECOVERED, sendWebhookDeliveries, type DeliveryRecord } from '#contract/webhook-deliveries.ts';
import type { EventType } from '#contract/webhook-events.ts';
import { deleteWebhookSubscription, updateWebhookSubscription, type SubscriptionRecord } from '#contract/webhooks.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { invalidateTouched } from '#src/api/invalidation.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useAction, useWrite, write } from '#src/api/write.ts';
import { useSettled } from '#src/browser/use-settled.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatAge, formatInstant } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { dayAndTimeOf, instantAt } from '#src/format/zone-time.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { SelectField, TextField } from '#src/forms/field.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { useHistoryItems } from '#src/panels/history-link.tsx';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { useConfirmToken } from '#src/settings/confirm-token.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { buttonClass, Button, IconButton } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { FactList, type Fact } from '#src/ui/fact-list.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { DeliveryDialog, DeliveryTable, lastAnswer } from './deliveries.tsx';
import { webhookMessages as messages } from './messages.ts';
import { eventsOptions, latestOptions } from './queries.ts';
import { StateChip, useFigures } from './webhook-figures.tsx';
import { SampleCode, SigningSecret, WebhookForm } from './webhook-form.tsx';
import { nameOf, OFFERED_EVENTS, stateOf } from './webhook-state.ts';
import { focusIfLost } from './webhook-tabs.tsx';

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
      {isDisabled ? <DisabledNote webhook={webhook} hasLog={hasLog} /> : null}
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

/** The state of the webhook and what happens next. */
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

/** Why the webhook is disabled. Only a test that the receiver accepts enables it again. */
function DisabledNote({ webhook, hasLog }: Omit<PartProps, 'ask'>) {
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
        {why === null ? null : off[why]} {off.effect} {off.next} {hasLog ? off.recover : null}
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
    [texts.delivered, delivered === null ? texts.never : formatInstant(delivered, zone)],
    [texts.made, formatInstant(made, zone)],
  ];
  return <FactList className="mt-4" facts={facts} />;
}

interface DialogProps {
  readonly webhook: SubscriptionRecord;
  readonly onClose: () => void;
}

interface AskDialogProps extends DialogProps {
  readonly kind: 'pause' | 'end' | 'remove';
  readonly onDone: () => void;
}

/** Asks before it pauses a webhook, ends the overlap of its secrets or deletes it. */
function AskDialog({ kind, webhook, onClose, onDone }: AskDialogProps) {
  const { act, isBusy, error } = useAction();
  const { id, pending } = webhook;
  const texts = messages[kind];
  const runs = {
    pause: () => write(updateWebhookSubscription, { body: { id, enabled: false } }),
    end: () => write(updateWebhookSubscription, { body: { id, end_overlap: true } }),
    remove: () => write(deleteWebhookSubscription, { query: { id } }),
  };
  async function confirm(): Promise<void> {
    if ((await act<object>(runs[kind])) === null) return;
    toast({ kind: 'done', text: texts.done });
    onDone();
  }
  return (
    <ConfirmDialog
      title={texts.title(nameOf(webhook))}
      submit={texts.submit}
      isDanger={kind !== 'pause'}
      isFinal={kind !== 'pause'}
      isBusy={isBusy}
      error={error}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {pending === 0 || kind === 'end' ? null : (
        <p className="font-medium">{messages[kind].waiting(pending, formatCount(pending))}</p>
      )}
      <p className="text-ink-2 text-pretty">{texts.text}</p>
    </ConfirmDialog>
  );
}

/** Sends a sample event. */
function TestDialog({ webhook, onClose, onSent }: DialogProps & { readonly onSent: (delivery: bigint) => void }) {
  const { write, isBusy, error } = useWrite(sendWebhookDeliveries);
  const { data: catalogue } = useQuery(eventsOptions());
  const [type, setType] = useState<EventType>('webhook.test');
  const texts = messages.test;
  const sample = catalogue?.items.find((one) => one.type === type)?.sample;
  async function send(): Promise<void> {
    const sent = await write({ body: { action: 'test', subscription_id: webhook.id, event_type: type } });
    if (sent !== null && 'id' in sent) onSent(sent.id);
  }
  return (
    <ConfirmDialog
      title={texts.title(nameOf(webhook))}
      submit={messages.verbs.test}
      isBusy={isBusy}
      error={error}
      onConfirm={() => void send()}
      onClose={onClose}
    >
      <SelectField
        label={texts.event}
        hint={texts.text}
        value={type}
        options={(['webhook.test', ...OFFERED_EVENTS] as const).map((value) => ({ value, label: value }))}
        onChange={({ target }) => setType(OFFERED_EVENTS.find((one) => one === target.value) ?? 'webhook.test')}
      />
      {sample === undefined ? null : <SampleCode sample={{ ...sample, test: true }} />}
    </ConfirmDialog>
  );
}

const OVERLAPS = [0, 1, 24, 72, 168] as const;

/** Makes a new secret and shows it once; the old one keeps signing for the chosen hours. */
function RotateDialog({ webhook, onClose }: DialogProps) {
  const { write, isBusy, error } = useWrite(updateWebhookSubscription);
  const { askForToken, dialog } = useConfirmToken();
  const zone = useDisplayZone();
  const [hours, setHours] = useState<(typeof OVERLAPS)[number]>(24);
  const [made, setMade] = useState<{ readonly secret: string; readonly until: string | null } | null>(null);
  const { rotate: texts, secret: shown } = messages;
  const isRunning = error instanceof ApiFailure && error.kind === 'conflict';

  async function rotate(): Promise<void> {
    const reply = await write(async () => {
      const confirmation = await askForToken(texts.why);
      if (confirmation === null) return null;
      return { body: { id: webhook.id, rotate_secret: true, overlap_hours: hours, ...confirmation } };
    });
    if (reply?.secret !== undefined) setMade({ secret: reply.secret, until: reply.overlap_until_utc });
  }

  if (made !== null) {
    const how = made.until === null ? texts.leaked : shown.both(formatInstant(made.until, zone));
    return <SigningSecret title={shown.rotated} text={`${shown.lead} ${how}`} secret={made.secret} onClose={onClose} />;
  }
  return (
    <>
      <ConfirmDialog
        title={texts.title}
        submit={messages.verbs.rotate}
        isDanger={hours === 0}
        isBusy={isBusy}
        error={error}
        failed={(why) => (isRunning ? texts.running : why)}
        onConfirm={() => void rotate()}
        onClose={() => (isBusy ? undefined : onClose())}
      >
        <SelectField
          label={texts.overlap}
          value={String(hours)}
          options={OVERLAPS.map((value) => ({ value: String(value), label: texts.hours[value] }))}
          onChange={({ target }) => setHours(OVERLAPS.find((value) => String(value) === target.value) ?? 24)}
        />
        <p className="mt-3 text-ink-2 text-pretty">{hours === 0 ? texts.leaked : texts.text}</p>
      </ConfirmDialog>
      {dialog}
    </>
  );
}

const DAY_MS = 86_400_000;

/** Resends all deliveries that failed since a time; the service counts them first. */
function RecoverDialog({ webhook, onClose }: DialogProps) {
  const zone = useDisplayZone();
  const { write, isBusy, error } = useWrite(sendWebhookDeliveries);
  const texts = messages.recover;
  const [local, setLocal] = useState(() => {
    const dayAgo = dayAndTimeOf(new Date(Date.now() - DAY_MS).toISOString(), zone);
    return dayAgo === null ? '' : `${dayAgo.day}T${dayAgo.time.slice(0, 5)}`;
  });
  const [day = '', time = ''] = local.split('T');
  const since = instantAt({ day, time }, zone);
  const settled = useSettled(since);
  const body = { action: 'recover', subscription_id: webhook.id } as const;
  const count = useQuery({
    queryKey: [sendWebhookDeliveries.resource, 'recover', webhook.id, settled],
    queryFn: ({ signal }) =>
      call(sendWebhookDeliveries, { body: { ...body, since_utc: settled ?? '', dry_run: true }, signal }),
    enabled: settled !== null,
    staleTime: 0,
    gcTime: 0,
  });
  const isCounted = settled === since && !count.isFetching && count.data !== undefined && 'matched' in count.data;
  const matched = isCounted && 'matched' in count.data ? count.data.matched : null;
  const most = Math.min(matched ?? 0, MAX_RECOVERED);
  const off =
    since === null ? texts.invalid : matched === null ? texts.counting : matched === 0 ? texts.none : undefined;

  async function recover(): Promise<void> {
    if (since === null) return;
    const done = await write({ body: { ...body, since_utc: since } });
    if (done === null || !('queued' in done)) return;
    toast({ kind: 'done', text: texts.done(done.queued, formatCount(done.queued)) });
    onClose();
  }

  return (
    <ConfirmDialog
      title={texts.title(nameOf(webhook))}
      submit={most === 0 ? texts.submit : texts.submitMany(most, formatCount(most))}
      isBusy={isBusy}
      error={error ?? count.error}
      disabledReason={off}
      onConfirm={() => void recover()}
      onClose={onClose}
    >
      <TextField
        label={texts.since}
        type="datetime-local"
        hint={texts.zone(zone)}
        value={local}
        onChange={({ target }) => setLocal(target.value)}
      />
      <p role="status" className="mt-3 min-h-10 text-ink-2 text-pretty">
        {off ?? texts.count(matched ?? 0, formatCount(matched ?? 0), formatInstant(since ?? '', zone))}{' '}
        {(matched ?? 0) > MAX_RECOVERED ? texts.most(formatCount(MAX_RECOVERED)) : null}
      </p>
    </ConfirmDialog>
  );
}
