import { useQuery } from '@tanstack/react-query';
import { useState, type KeyboardEvent, type Ref } from 'react';
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form';
import { getCustomer } from '#contract/customers.ts';
import type { Body } from '#contract/operation.ts';
import { isEmail } from '#contract/scalars.ts';
import { PRIORITIES } from '#contract/ticket-names.ts';
import { createTicket } from '#contract/ticket-writes.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { read } from '#src/api/read.ts';
import { useSettled } from '#src/browser/use-settled.ts';
import { channelWord, priorityWord } from '#src/format/ticket-words.ts';
import { Field, fieldOf, SelectField, TextArea, TextField } from '#src/forms/field.tsx';
import { Button } from '#src/ui/button.tsx';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { messages } from './messages.ts';

interface KnownCustomerProps {
  readonly email: string;
  /** Offered where the customer's name or phone is known and not written yet. */
  readonly onFill: (known: { readonly name: string | null; readonly phone: string | null }) => void;
  readonly isFilled: boolean;
}

const { customer: texts } = messages;

/** Who the address belongs to, as it is typed: the ticket then goes to the customer that exists. */
function KnownCustomer({ email, onFill, isFilled }: KnownCustomerProps) {
  const typed = email.trim();
  const settled = useSettled(typed);
  const isAsked = settled === typed && isEmail(settled);
  const { data, error, isFetching } = useQuery({
    ...read(getCustomer, { email: settled }),
    enabled: isAsked,
    staleTime: 60_000,
    retry: false,
  });
  if (!isAsked) return null;
  const isFresh = error instanceof ApiFailure && error.kind === 'not_found';
  const name = data?.identity.display_name ?? data?.identity.phone ?? settled;
  return (
    <div role="status" className="mt-1 text-12 text-ink-3">
      {data !== undefined ? (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-control bg-sunken px-2 py-1.5 text-ink-2">
          <Avatar name={name} />
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <span className="sr-only">{texts.known} </span>
            <span dir="auto" className="font-medium text-ink">
              {name}
            </span>{' '}
            <span className="whitespace-nowrap">{texts.tickets(data.tickets.total, data.tickets.open)}</span>
          </span>
          {isFilled || (data.identity.display_name === null && data.identity.phone === null) ? null : (
            <Button size="sm" onClick={() => onFill({ name: data.identity.display_name, phone: data.identity.phone })}>
              {texts.fill}
            </Button>
          )}
        </span>
      ) : isFresh ? (
        texts.fresh
      ) : isFetching ? (
        texts.looking
      ) : error === null ? null : (
        texts.unsure
      )}
    </div>
  );
}

const CHANNELS = ['web', 'email', 'phone', 'chat', 'whatsapp', 'messenger', 'instagram', 'sms', 'telegram'] as const;
const { fields: labels } = messages;

/** Every field of the API's create request. */
export function FormFields({ form }: { readonly form: UseFormReturn<FormValues, unknown, NewTicket> }) {
  const { control, formState, setValue, getValues } = form;
  const [subject, name, email, phone, comment] = useWatch({
    control,
    name: ['subject', 'requester_name', 'requester_email', 'requester_phone', 'initial_comment'],
  });
  const fill = { shouldDirty: true, shouldValidate: formState.isSubmitted } as const;
  return (
    <>
      <TextField
        label={labels.subject}
        size="lg"
        isRequired
        counter={{ text: subject.trim(), from: 250, max: MAX_CHARACTERS.subject }}
        {...fieldOf(form, 'subject')}
      />
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label={labels.channel}
          size="lg"
          options={CHANNELS.map((value) => ({ value, label: channelWord(value) }))}
          {...fieldOf(form, 'channel')}
        />
        <SelectField
          label={labels.priority}
          size="lg"
          options={PRIORITIES.map((value) => ({ value, label: priorityWord(value) }))}
          {...fieldOf(form, 'priority')}
        />
      </div>
      <fieldset className="flex min-w-0 flex-col gap-3.5 border-t border-line pt-3">
        <legend className="float-start w-full font-semibold">{messages.requester}</legend>
        <div className="clear-both">
          <TextField
            label={labels.requester_email}
            size="lg"
            isOptional
            inputMode="email"
            dir="ltr"
            autoCapitalize="none"
            spellCheck={false}
            {...fieldOf(form, 'requester_email')}
          />
          <KnownCustomer
            email={email}
            isFilled={name.trim() !== '' && phone.trim() !== ''}
            onFill={(known) => {
              if (known.name !== null && getValues('requester_name').trim() === '')
                setValue('requester_name', known.name, fill);
              if (known.phone !== null && getValues('requester_phone').trim() === '')
                setValue('requester_phone', known.phone, fill);
            }}
          />
        </div>
        <div className="grid grid-cols-2 gap-3">
          <TextField label={labels.requester_name} size="lg" isOptional {...fieldOf(form, 'requester_name')} />
          <TextField
            label={labels.requester_phone}
            size="lg"
            isOptional
            type="tel"
            dir="ltr"
            {...fieldOf(form, 'requester_phone')}
          />
        </div>
      </fieldset>
      <TextArea
        label={labels.initial_comment}
        hint={messages.commentHint}
        counter={{ text: comment, from: 18_000, max: MAX_CHARACTERS.initial_comment }}
        isOptional
        rows={5}
        className="border-t border-line pt-3"
        {...fieldOf(form, 'initial_comment')}
      />
      <Controller
        control={control}
        name="required_skills"
        render={({ field: { value, onChange, ref }, fieldState }) => (
          <SkillsField value={value} onChange={onChange} error={fieldState.error?.message} inputRef={ref} />
        )}
      />
    </>
  );
}

interface SkillsFieldProps {
  readonly value: readonly string[];
  readonly onChange: (skills: string[]) => void;
  readonly error: string | undefined;
  readonly inputRef: Ref<HTMLInputElement>;
}

/** Skills as chips. What stands in the field counts as one when it is left. */
function SkillsField({ value, onChange, error, inputRef }: SkillsFieldProps) {
  const [text, setText] = useState('');

  function add(written: string): void {
    const parts = written.split(',').map((part) => part.trim());
    const fresh = [...new Set(parts)].filter((part) => part !== '' && !value.includes(part));
    setText('');
    if (fresh.length === 0) return;
    onChange([...value, ...fresh]);
    announce(messages.skillAdded(fresh.join(', ')));
  }

  function remove(skill: string): void {
    onChange(value.filter((item) => item !== skill));
    announce(messages.skillRemoved(skill));
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    const last = value.at(-1);
    if (event.key === 'Enter') {
      add(text);
      // With Ctrl or Command the form is sent, and this skill with it.
      if (!event.ctrlKey && !event.metaKey) event.preventDefault();
    } else if (event.key === 'Backspace' && text === '' && last !== undefined) remove(last);
  }

  return (
    <Field label={labels.required_skills} size="lg" hint={messages.skillsHint} error={error} isOptional>
      {({ className, ...control }) => (
        <div
          className={`flex flex-wrap items-center gap-1 py-1 ${className} px-1.5 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus`}
        >
          {value.map((skill) => (
            <span
              key={skill}
              className="inline-flex min-h-6 max-w-full items-center rounded-chip bg-active ps-2 text-12 text-ink-2"
            >
              <span dir="auto" className="min-w-0 truncate">
                {skill}
              </span>
              <button
                type="button"
                aria-label={messages.removeSkill(skill)}
                className="hit relative grid size-6 flex-none place-items-center rounded-chip text-ink-3 hover:text-ink"
                onClick={() => remove(skill)}
              >
                <Icon name="close" size={14} />
              </button>
            </span>
          ))}
          <input
            {...control}
            ref={inputRef}
            value={text}
            autoComplete="off"
            enterKeyHint="enter"
            className="min-h-6 min-w-24 flex-1 bg-transparent px-1 outline-none"
            onChange={(event) =>
              event.target.value.includes(',') ? add(event.target.value) : setText(event.target.value)
            }
            onKeyDown={onKeyDown}
            onBlur={() => add(text)}
          />
        </div>
      )}
    </Field>
  );
}

/** Who asks, where the page that opens the form knows it. */
export interface NewTicketFor {
  readonly name?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
}

export type NewTicket = Body<typeof createTicket>;

/** The fields of the API's create request, as texts. */
export interface FormValues {
  subject: string;
  channel: string;
  priority: NonNullable<NewTicket['priority']>;
  requester_name: string;
  requester_email: string;
  requester_phone: string;
  initial_comment: string;
  required_skills: string[];
}
export type FieldName = keyof FormValues;

/** In the order of the form. */
export const FIELD_NAMES = [
  'subject',
  'channel',
  'priority',
  'requester_email',
  'requester_name',
  'requester_phone',
  'initial_comment',
  'required_skills',
] as const satisfies readonly FieldName[];

/** The form before anything is written, with what is known of who asks. */
export function emptyFor({ name, email, phone }: NewTicketFor): FormValues {
  return {
    subject: '',
    channel: 'web',
    priority: 'normal',
    requester_name: name ?? '',
    requester_email: email ?? '',
    requester_phone: phone ?? '',
    initial_comment: '',
    required_skills: [],
  };
}

/** For the counters below the long ones. */
const MAX_CHARACTERS = { subject: 300, initial_comment: 20_000 } as const;

/** The body: blanks at the ends of one-line fields and empty fields are left out. */
function toBody(values: FormValues): NewTicket {
  const name = values.requester_name.trim();
  const email = values.requester_email.trim();
  const phone = values.requester_phone.trim();
  return {
    subject: values.subject.trim(),
    channel: values.channel,
    priority: values.priority,
    ...(name === '' ? {} : { requester_name: name }),
    ...(email === '' ? {} : { requester_email: email }),
    ...(phone === '' ? {} : { requester_phone: phone }),
    ...(values.initial_comment.trim() === '' ? {} : { initial_comment: values.initial_comment }),
    ...(values.required_skills.length === 0 ? {} : { required_skills: values.required_skills }),
  };
}

export const resolver = contractResolver<FormValues, NewTicket, NewTicket>({
  schema: createTicket.body,
  names: messages.fields,
  bodyOf: toBody,
});
