import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type { Body } from '#contract/operation.ts';
import { readWebhookUrl } from '#contract/webhook-address.ts';
import type { EventType } from '#contract/webhook-events.ts';
import { createWebhookSubscription, updateWebhookSubscription, type SubscriptionRecord } from '#contract/webhooks.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useAction, write } from '#src/api/write.ts';
import { fieldOf, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { useConfirmToken } from '#src/settings/confirm-token.tsx';
import { SecretDialog } from '#src/ui/secret-dialog.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { webhookMessages } from './messages.ts';
import { eventsOptions } from './queries.ts';
import { nameOf, OFFERED_EVENTS } from './webhook-state.ts';

const texts = webhookMessages.form;

type NewWebhook = Body<typeof createWebhookSubscription>;
type Subscribable = NewWebhook['events'][number];

interface Values {
  url: string;
  description: string;
  events: readonly Subscribable[];
  include_pii: boolean;
}

interface Saved extends SubscriptionRecord {
  /** Only in the reply for a new webhook. */
  readonly secret?: string | undefined;
}

interface WebhookFormProps {
  /** Null for a new webhook. */
  readonly webhook: SubscriptionRecord | null;
  readonly onClose: () => void;
  readonly onSaved: (saved: Saved) => void;
}

/** Adds or changes a webhook: its address, its events, and whether they include personal data. */
export function WebhookForm({ webhook, onClose, onSaved }: WebhookFormProps) {
  const { reason } = useWriteAccess('webhooks:write');
  const { act, isBusy, error } = useAction();
  const { askForToken, dialog } = useConfirmToken();
  const { url = '', description = null, events = [], include_pii = false } = webhook ?? {};
  const form = useForm<Values, unknown, NewWebhook>({
    defaultValues: { url, description: description ?? '', events, include_pii },
    mode: 'onTouched',
    resolver: contractResolver({
      schema: createWebhookSubscription.body,
      names: { url: texts.url, description: texts.description },
      bodyOf: ({ description, events, ...values }: Values) => ({
        ...values,
        url: values.url.trim(),
        description: description.trim() || null,
        // `also` reports an empty list.
        events: events.length === 0 ? ['*' as const] : [...events],
      }),
      also: ({ events }) => ({ events: events.length === 0 ? texts.noneChosen : undefined }),
    }),
  });

  function send(body: NewWebhook): Promise<Saved | null> {
    return act<Saved>(async () => {
      const patch = webhook === null ? body : changesOf(webhook, body);
      if (webhook !== null && Object.keys(patch).length === 0) return webhook;
      // To send more personal data, or to another address, the service asks a session for its token.
      const isMore = [patch.include_pii, patch.url, patch.events].some((part) => part !== undefined);
      const confirmation = body.include_pii === true && isMore ? await askForToken(texts.piiWhy) : {};
      if (confirmation === null) return null;
      if (webhook === null) return write(createWebhookSubscription, { body: { ...body, ...confirmation } });
      return write(updateWebhookSubscription, { body: { id: webhook.id, ...patch, ...confirmation } });
    });
  }

  return (
    <>
      <FormDialog
        kind="drawer"
        className="md:w-[560px]"
        title={webhook === null ? texts.add : texts.edit(nameOf(webhook))}
        submit={webhook === null ? texts.add : texts.save}
        disabledReason={reason}
        form={form}
        fields={['url', 'description']}
        isBusy={isBusy}
        error={error}
        guard={texts.guard}
        onClose={onClose}
        onSend={send}
        onDone={onSaved}
      >
        <UrlField form={form} />
        <TextField label={texts.description} isOptional {...fieldOf(form, 'description')} />
        <Controller
          control={form.control}
          name="events"
          render={({ field: { value, onChange, ref }, fieldState }) => (
            <EventsField value={value} onChange={onChange} fieldRef={ref} error={fieldState.error?.message} />
          )}
        />
        <Controller
          control={form.control}
          name="include_pii"
          render={({ field: { value, onChange, ref } }) => (
            <Switch
              ref={ref}
              label={texts.pii}
              text={texts.piiText}
              isOn={value}
              checked={value}
              onChange={(event) => onChange(event.target.checked)}
            />
          )}
        />
      </FormDialog>
      {dialog}
    </>
  );
}

/** The changed fields. */
function changesOf(
  webhook: SubscriptionRecord,
  { url, description = null, events, include_pii }: NewWebhook,
): Partial<Omit<NewWebhook, 'confirm_token'>> {
  const sorted = (list: readonly string[]) => list.toSorted().join(' ');
  return {
    ...(url === webhook.url ? {} : { url }),
    ...(description === webhook.description ? {} : { description }),
    ...(sorted(events) === sorted(webhook.events) ? {} : { events }),
    ...(include_pii === webhook.include_pii ? {} : { include_pii }),
  };
}

/** The address, checked while typing by the service's rules that need no DNS. */
function UrlField({ form }: { readonly form: ReturnType<typeof useForm<Values, unknown, NewWebhook>> }) {
  const text = useWatch({ control: form.control, name: 'url' }).trim();
  const { error, ...field } = fieldOf(form, 'url');
  // An error of the service takes its place.
  const problem = error === undefined && URL.canParse(text) ? readWebhookUrl(text, { allowPrivate: false }) : null;
  return (
    <TextField
      label={texts.url}
      isRequired
      dir="ltr"
      inputMode="url"
      spellCheck={false}
      placeholder="https://"
      hint={
        <span role="status" className={typeof problem === 'string' ? 'text-warn-text' : ''}>
          {typeof problem === 'string' ? texts.urlRefused(problem) : texts.urlHint}
        </span>
      }
      error={error?.replace(/^url\b/, texts.url)}
      {...field}
    />
  );
}

interface EventsFieldProps {
  readonly value: readonly Subscribable[];
  readonly onChange: (events: readonly Subscribable[]) => void;
  readonly fieldRef: (element: HTMLElement | null) => void;
  readonly error: string | undefined;
}

/** All events, or the checked ones, grouped by the word before the dot. */
function EventsField({ value, onChange, fieldRef, error }: EventsFieldProps) {
  const id = useId();
  const hasCatalogue = isWholeService(useWhoami());
  const { data: catalogue } = useQuery({ ...eventsOptions(), enabled: hasCatalogue });
  const isAll = value.includes('*');
  const tick = (type: EventType) =>
    onChange(value.includes(type) ? value.filter((one) => one !== type) : [...value, type]);
  const choice = (label: string, isOn: boolean, events: readonly Subscribable[]) => (
    <label className="flex min-h-6 items-center gap-2">
      <input
        ref={isOn ? fieldRef : undefined}
        type="radio"
        name={id}
        className="accent-accent"
        checked={isOn}
        onChange={() => onChange(events)}
      />
      {label}
    </label>
  );
  return (
    <fieldset aria-describedby={`${id}-error`}>
      <legend className="mb-1 text-12 font-medium">{texts.events}</legend>
      {choice(texts.all, isAll, ['*'])}
      {choice(texts.some, !isAll, [])}
      <p id={`${id}-error`} role="alert" className="text-12 text-danger-text">
        {error}
      </p>
      {isAll ? null : (
        <div className="mt-2 grid gap-3 border-s-2 border-line ps-3">
          {[...Map.groupBy(OFFERED_EVENTS, (type) => type.split('.')[0])].map(([group, types]) => (
            <div key={group} role="group" aria-label={group}>
              <p aria-hidden="true" className="text-12 font-medium text-ink-3">
                {group}
              </p>
              {types.map((type) => (
                <EventLine
                  key={type}
                  type={type}
                  description={catalogue?.items.find((one) => one.type === type)?.description}
                  isOn={value.includes(type)}
                  onTick={() => tick(type)}
                />
              ))}
            </div>
          ))}
        </div>
      )}
    </fieldset>
  );
}

interface EventLineProps {
  readonly type: EventType;
  /** From the service's catalogue; undefined while loading. */
  readonly description: string | undefined;
  readonly isOn: boolean;
  readonly onTick: () => void;
}

function EventLine({ type, description, isOn, onTick }: EventLineProps) {
  return (
    <label className="flex min-h-6 items-start gap-2 py-0.5">
      <input type="checkbox" className="mt-1 accent-accent" checked={isOn} onChange={onTick} />
      <span className="min-w-0">
        <span className="font-mono text-12">{type}</span>
        {description === undefined ? null : <span className="block text-12 text-ink-3">{withCode(description)}</span>}
      </span>
    </label>
  );
}

/** Fields between backticks become code. */
function withCode(text: string): ReactNode {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));
}

interface SigningSecretProps {
  readonly title: string;
  /** Tells what the receiver has to know. */
  readonly text: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows a new signing secret once. */
export function SigningSecret({ title, text, secret, onClose }: SigningSecretProps) {
  const { name, copy, lost } = webhookMessages.secret;
  return (
    <SecretDialog title={title} lead={text} name={name} secret={secret} copy={copy} lost={lost} onClose={onClose} />
  );
}
