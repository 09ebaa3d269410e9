import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_RECOVERED, sendWebhookDeliveries } from '#contract/webhook-deliveries.ts';
import type { EventType } from '#contract/webhook-events.ts';
import { deleteWebhookSubscription, updateWebhookSubscription, type SubscriptionRecord } from '#contract/webhooks.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { useAction, useWrite, write } from '#src/api/write.ts';
import { useSettled } from '#src/browser/use-settled.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatInstant } from '#src/format/time.ts';
import { dayAndTimeOf, instantAt } from '#src/format/zone-time.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { SelectField, TextField } from '#src/forms/field.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { useConfirmToken } from '#src/settings/confirm-token.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { webhookMessages as messages } from './messages.ts';
import { eventsOptions } from './queries.ts';
import { SampleCode } from './webhook-form.tsx';
import { nameOf, OFFERED_EVENTS } from './webhook-state.ts';

interface DialogProps {
  readonly webhook: SubscriptionRecord;
  readonly onClose: () => void;
}

interface AskDialogProps extends DialogProps {
  readonly kind: 'pause' | 'end' | 'remove';
  readonly onDone: () => void;
}

/** Asks before it pauses a webhook, ends the overlap of its secrets or deletes it. */
export function AskDialog({ kind, webhook, onClose, onDone }: AskDialogProps) {
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

/** Sends a sample of an event. */
export function TestDialog({
  webhook,
  onClose,
  onSent,
}: DialogProps & { readonly onSent: (delivery: bigint) => void }) {
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

/** A secret that was made a moment ago; only the page's memory has it, until its dialog is closed. */
export interface NewSecret {
  readonly secret: string;
  readonly title: string;
  /** What the receiver has to know about it. */
  readonly text: string;
}

const OVERLAPS = [0, 1, 24, 72, 168] as const;

interface RotateDialogProps extends DialogProps {
  readonly onSecret: (made: NewSecret) => void;
}

/** Makes another secret, and chooses for how long the old one signs too. */
export function RotateDialog({ webhook, onClose, onSecret }: RotateDialogProps) {
  const { write, isBusy, error } = useWrite(updateWebhookSubscription);
  const { askForToken, dialog } = useConfirmToken();
  const zone = useDisplayZone();
  const [hours, setHours] = useState<(typeof OVERLAPS)[number]>(24);
  const texts = messages.rotate;
  const isRunning = error instanceof ApiFailure && error.kind === 'conflict';

  async function rotate(): Promise<void> {
    const made = await write(async () => {
      const confirmation = await askForToken(texts.why);
      if (confirmation === null) return null;
      return { body: { id: webhook.id, rotate_secret: true, overlap_hours: hours, ...confirmation } };
    });
    if (made?.secret === undefined) return;
    const { secret, overlap_until_utc: until } = made;
    const how = until === null ? texts.leaked : messages.secret.both(formatInstant(until, zone));
    onSecret({ secret, title: messages.secret.rotated, text: `${messages.secret.lead} ${how}` });
    onClose();
  }

  return (
    <>
      <ConfirmDialog
        title={texts.title}
        submit={messages.verbs.rotate}
        isDanger={hours === 0}
        isBusy={isBusy}
        error={isRunning ? null : error}
        onConfirm={() => void rotate()}
        onClose={onClose}
      >
        <SelectField
          label={texts.overlap}
          value={String(hours)}
          options={OVERLAPS.map((value) => ({ value: String(value), label: texts.hours[value] }))}
          onChange={({ target }) => setHours(OVERLAPS.find((value) => String(value) === target.value) ?? 24)}
        />
        <p className="mt-3 text-ink-2 text-pretty">{hours === 0 ? texts.leaked : texts.text}</p>
        {isRunning ? <WriteFailure error={error} failed={() => texts.running} /> : null}
      </ConfirmDialog>
      {dialog}
    </>
  );
}

const DAY_MS = 86_400_000;

/** Queues again what failed since a time. The service counts it first. */
export function RecoverDialog({ webhook, onClose }: DialogProps) {
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
