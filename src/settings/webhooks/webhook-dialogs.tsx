import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_RECOVERED, sendWebhookDeliveries } from '#contract/webhook-deliveries.ts';
import { writeJson } from '#contract/json.ts';
import type { EventType } from '#contract/webhook-events.ts';
import { deleteWebhookSubscription, updateWebhookSubscription, type SubscriptionRecord } from '#contract/webhooks.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { useAction, useWrite, write } from '#src/api/write.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatInstant } from '#src/format/time.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { SelectField } from '#src/forms/field.tsx';
import { useConfirmToken } from '#src/settings/confirm-token.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { webhookMessages as messages } from './messages.ts';
import { eventsOptions } from './queries.ts';
import { SigningSecret } from './webhook-form.tsx';
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

/** Sends a sample event. */
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
      {sample === undefined ? null : (
        <code
          dir="ltr"
          className="mt-3 block rounded-control border border-line bg-sunken p-2.5 font-mono text-12 whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          {writeJson({ ...sample, test: true }, 2)}
        </code>
      )}
    </ConfirmDialog>
  );
}

const OVERLAPS = [0, 1, 24, 72, 168] as const;

/** Makes a new secret and shows it once; the old one keeps signing for the chosen hours. */
export function RotateDialog({ webhook, onClose }: DialogProps) {
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

const SINCE_HOURS = [1, 24, 72, 168] as const;
const HOUR_MS = 3_600_000;

/** Resends all deliveries that failed in the last hours; the service counts them first. */
export function RecoverDialog({ webhook, onClose }: DialogProps) {
  const { write, isBusy, error } = useWrite(sendWebhookDeliveries);
  const texts = messages.recover;
  const [openedMs] = useState(() => Date.now());
  const [hours, setHours] = useState<(typeof SINCE_HOURS)[number]>(24);
  const since = new Date(openedMs - hours * HOUR_MS).toISOString();
  const body = { action: 'recover', subscription_id: webhook.id, since_utc: since } as const;
  const count = useQuery({
    queryKey: [sendWebhookDeliveries.resource, 'recover', webhook.id, since],
    queryFn: ({ signal }) => call(sendWebhookDeliveries, { body: { ...body, dry_run: true }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const matched = count.data !== undefined && 'matched' in count.data ? count.data.matched : null;
  const most = Math.min(matched ?? 0, MAX_RECOVERED);

  async function recover(): Promise<void> {
    const done = await write({ body });
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
      disabledReason={matched === null ? texts.counting : matched === 0 ? texts.none : undefined}
      onConfirm={() => void recover()}
      onClose={onClose}
    >
      <SelectField
        label={texts.since}
        value={String(hours)}
        options={SINCE_HOURS.map((value) => ({ value: String(value), label: texts.hours[value] }))}
        onChange={({ target }) => setHours(SINCE_HOURS.find((value) => String(value) === target.value) ?? 24)}
      />
      <p role="status" className="mt-3 min-h-10 text-ink-2 text-pretty">
        {matched === null ? texts.counting : matched === 0 ? texts.none : texts.count(matched, formatCount(matched))}{' '}
        {(matched ?? 0) > MAX_RECOVERED ? texts.most(formatCount(MAX_RECOVERED)) : null}
      </p>
    </ConfirmDialog>
  );
}
