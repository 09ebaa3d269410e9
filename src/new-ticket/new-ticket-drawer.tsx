import { useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { emailKey } from '#contract/contact-keys.ts';
import type { Body } from '#contract/operation.ts';
import { PRIORITIES } from '#contract/ticket-names.ts';
import { createTicket } from '#contract/ticket-writes.ts';
import type { Ticket } from '#contract/tickets.ts';
import { isUnsure } from '#src/api/api-failure.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useWrite } from '#src/api/write.ts';
import { channelWord, priorityWord } from '#src/format/ticket-words.ts';
import { fieldOf, SelectField, TextArea, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { KnownCustomer } from './known-customer.tsx';
import { messages } from './messages.ts';

/** The requester, if the page that opens the form knows it. */
export interface NewTicketFor {
  readonly name?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
}

type NewTicket = Body<typeof createTicket>;

/** The fields of the API's create request, as texts. */
interface FormValues {
  subject: string;
  channel: string;
  priority: NonNullable<NewTicket['priority']>;
  requester_name: string;
  requester_email: string;
  requester_phone: string;
  initial_comment: string;
  /** Separated by commas. */
  required_skills: string;
}

const FIELDS = [
  'subject',
  'channel',
  'priority',
  'requester_email',
  'requester_name',
  'requester_phone',
  'initial_comment',
  'required_skills',
] as const satisfies readonly (keyof FormValues)[];

const CHANNELS = ['web', 'email', 'phone', 'chat', 'whatsapp', 'messenger', 'instagram', 'sms', 'telegram'] as const;
const { fields: labels } = messages;

/** The request body, without empty fields; one-line fields are trimmed. */
function toBody(values: FormValues): NewTicket {
  const { subject, channel, priority, initial_comment } = values;
  const name = values.requester_name.trim();
  const email = values.requester_email.trim();
  const phone = values.requester_phone.trim();
  const skills = values.required_skills.split(',').map((skill) => skill.trim());
  const required_skills = [...new Set(skills)].filter((skill) => skill !== '');
  return {
    subject: subject.trim(),
    channel,
    priority,
    ...(name === '' ? {} : { requester_name: name }),
    ...(email === '' ? {} : { requester_email: email }),
    ...(phone === '' ? {} : { requester_phone: phone }),
    ...(initial_comment.trim() === '' ? {} : { initial_comment }),
    ...(required_skills.length === 0 ? {} : { required_skills }),
  };
}

const resolver = contractResolver<FormValues, NewTicket, NewTicket>({
  schema: createTicket.body,
  names: labels,
  bodyOf: toBody,
});

/** The customer whose name and phone were filled in; fields that hold something else were typed. */
interface FilledDetails {
  readonly email: string;
  readonly name: string;
  readonly phone: string;
  /** Not while the email is another one. */
  readonly isShown: boolean;
}

function isSameEmail(one: string, other: string): boolean {
  return emailKey(one.trim()) === emailKey(other.trim());
}

interface NewTicketDrawerProps {
  readonly requester: NewTicketFor;
  readonly onClose: () => void;
  readonly onOpenTicket: (id: bigint) => void;
}

/** The form for a new ticket, with every field of the API; a sheet on phones. */
export function NewTicketDrawer({ requester, onClose, onOpenTicket }: NewTicketDrawerProps) {
  const { reason } = useWriteAccess('tickets:write');
  const form = useForm<FormValues, unknown, NewTicket>({
    defaultValues: {
      subject: '',
      channel: 'web',
      priority: 'normal',
      requester_name: requester.name ?? '',
      requester_email: requester.email ?? '',
      requester_phone: requester.phone ?? '',
      initial_comment: '',
      required_skills: '',
    },
    resolver,
  });
  const { write, isBusy, error } = useWrite(createTicket, { refetch: 'rest' });
  const isSentOnce = isWholeService(useWhoami());
  const [subject, comment, email, name, phone] = useWatch({
    control: form.control,
    name: ['subject', 'initial_comment', 'requester_email', 'requester_name', 'requester_phone'],
  });

  const filled = useRef<FilledDetails>({
    email: requester.email ?? '',
    name: requester.name ?? '',
    phone: requester.phone ?? '',
    isShown: true,
  });

  function setDetails(details: { readonly name: string; readonly phone: string }): void {
    form.setValue('requester_name', details.name, { shouldDirty: true });
    form.setValue('requester_phone', details.phone, { shouldDirty: true });
  }

  function fill(details: { readonly name: string; readonly phone: string }): void {
    const before = filled.current.isShown && isSameEmail(email, filled.current.email) ? filled.current : null;
    filled.current = {
      email,
      // Typed values are not the customer's.
      name: details.name === name ? (before?.name ?? '') : details.name,
      phone: details.phone === phone ? (before?.phone ?? '') : details.phone,
      isShown: true,
    };
    setDetails(details);
  }

  /** Another email means another person: the name and phone that were filled in go, and come back with their email. */
  function keepDetailsOfEmail(): void {
    const { email: owner, isShown, ...details } = filled.current;
    const [now, nameNow, phoneNow] = form.getValues(['requester_email', 'requester_name', 'requester_phone']);
    const isOwn = isSameEmail(now, owner);
    // A customer without an email may get one here.
    if (owner === '' || isOwn === isShown) return;
    filled.current = { ...filled.current, isShown: isOwn };
    const swap = (value: string, own: string) => (isOwn ? value || own : value === own ? '' : value);
    setDetails({ name: swap(nameNow, details.name), phone: swap(phoneNow, details.phone) });
  }

  function finish({ id, ticket_number: number }: Ticket): void {
    announce(messages.created(String(number)));
    onClose();
    onOpenTicket(id);
  }

  const unsure = isSentOnce ? messages.unsure : messages.unsureElsewhere;
  return (
    <FormDialog
      title={messages.title}
      submit={messages.create}
      disabledReason={reason}
      kind="drawer"
      className="md:w-[420px]"
      hasSendKey
      guard={messages.guard}
      form={form}
      fields={FIELDS}
      isBusy={isBusy}
      error={error}
      failure={(failed) => <WriteFailure error={failed} failed={isUnsure(failed) ? unsure : undefined} />}
      onClose={onClose}
      onSend={(body) => write({ body })}
      onDone={finish}
    >
      <TextField
        label={labels.subject}
        size="lg"
        isRequired
        counter={{ text: subject.trim(), from: 250, max: 300 }}
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
            {...fieldOf(form, 'requester_email', { onChange: keepDetailsOfEmail })}
          />
          <KnownCustomer email={email} name={name} phone={phone} onFill={fill} />
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
        counter={{ text: comment, from: 18_000, max: 20_000 }}
        isOptional
        rows={5}
        className="border-t border-line pt-3"
        {...fieldOf(form, 'initial_comment')}
      />
      <TextField
        label={labels.required_skills}
        size="lg"
        hint={messages.skillsHint}
        isOptional
        {...fieldOf(form, 'required_skills')}
      />
    </FormDialog>
  );
}
