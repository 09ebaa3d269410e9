import { Controller, useWatch, type UseFormReturn } from 'react-hook-form';
import { PRIORITIES } from '#contract/ticket-names.ts';
import { channelWord, priorityWord } from '#src/format/ticket-words.ts';
import { Field } from './field.tsx';
import { MAX_CHARACTERS, type FormValues, type NewTicket } from './form-values.ts';
import { KnownCustomer } from './known-customer.tsx';
import { messages } from './messages.ts';
import { SkillsField } from './skills-field.tsx';

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
