import { useQuery } from '@tanstack/react-query';
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form';
import { getCustomer } from '#contract/customers.ts';
import { isEmail } from '#contract/scalars.ts';
import { PRIORITIES } from '#contract/ticket-names.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { read } from '#src/api/read.ts';
import { useSettled } from '#src/browser/use-settled.ts';
import { channelWord, priorityWord } from '#src/format/ticket-words.ts';
import { Button } from '#src/ui/button.tsx';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { Field } from './field.tsx';
import { MAX_CHARACTERS, type FormValues, type NewTicket } from './form-values.ts';
import { messages } from './messages.ts';
import { SkillsField } from './skills-field.tsx';

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
const LINE = 'h-9 pointer-coarse:h-11';
const { fields: labels } = messages;

/** Every field of the API's create request. */
export function FormFields({ form }: { readonly form: UseFormReturn<FormValues, unknown, NewTicket> }) {
  const { register, control, formState, setValue, getValues } = form;
  const { errors } = formState;
  const [subject, name, email, phone, comment] = useWatch({
    control,
    name: ['subject', 'requester_name', 'requester_email', 'requester_phone', 'initial_comment'],
  });
  const fill = { shouldDirty: true, shouldValidate: formState.isSubmitted } as const;
  return (
    <div className="flex flex-col gap-3.5">
      <Field
        label={labels.subject}
        error={errors.subject?.message}
        counter={{ text: subject.trim(), from: 250, max: MAX_CHARACTERS.subject }}
      >
        {({ className, ...rest }) => (
          <input
            {...rest}
            {...register('subject')}
            dir="auto"
            autoComplete="off"
            aria-required
            className={`${className} ${LINE}`}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={labels.channel} error={errors.channel?.message}>
          {({ className, ...rest }) => (
            <select {...rest} {...register('channel')} className={`${className} ${LINE}`}>
              {CHANNELS.map((channel) => (
                <option key={channel} value={channel}>
                  {channelWord(channel)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={labels.priority} error={errors.priority?.message}>
          {({ className, ...rest }) => (
            <select {...rest} {...register('priority')} className={`${className} ${LINE}`}>
              {PRIORITIES.map((priority) => (
                <option key={priority} value={priority}>
                  {priorityWord(priority)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <fieldset className="flex min-w-0 flex-col gap-3.5 border-t border-line pt-3">
        <legend className="float-start w-full font-semibold">{messages.requester}</legend>
        <div className="clear-both">
          <Field label={labels.requester_email} error={errors.requester_email?.message} isOptional>
            {({ className, ...rest }) => (
              <input
                {...rest}
                {...register('requester_email')}
                type="text"
                inputMode="email"
                dir="ltr"
                autoCapitalize="none"
                spellCheck={false}
                autoComplete="off"
                className={`${className} ${LINE}`}
              />
            )}
          </Field>
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
          <Field label={labels.requester_name} error={errors.requester_name?.message} isOptional>
            {({ className, ...rest }) => (
              <input
                {...rest}
                {...register('requester_name')}
                dir="auto"
                autoComplete="off"
                className={`${className} ${LINE}`}
              />
            )}
          </Field>
          <Field label={labels.requester_phone} error={errors.requester_phone?.message} isOptional>
            {({ className, ...rest }) => (
              <input
                {...rest}
                {...register('requester_phone')}
                type="tel"
                dir="ltr"
                autoComplete="off"
                className={`${className} ${LINE}`}
              />
            )}
          </Field>
        </div>
      </fieldset>
      <Field
        label={labels.initial_comment}
        hint={messages.commentHint}
        error={errors.initial_comment?.message}
        counter={{ text: comment, from: 18_000, max: MAX_CHARACTERS.initial_comment }}
        isOptional
        className="border-t border-line pt-3"
      >
        {({ className, ...rest }) => (
          <textarea
            {...rest}
            {...register('initial_comment')}
            dir="auto"
            rows={5}
            className={`${className} field-sizing-content max-h-[40dvh] min-h-28 resize-y py-2`}
          />
        )}
      </Field>
      <Controller
        control={control}
        name="required_skills"
        render={({ field: { value, onChange, ref } }) => (
          <SkillsField value={value} onChange={onChange} error={errors.required_skills?.message} inputRef={ref} />
        )}
      />
    </div>
  );
}
