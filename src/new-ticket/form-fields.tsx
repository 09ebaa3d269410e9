import { useState, type KeyboardEvent, type Ref } from 'react';
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form';
import { PRIORITIES } from '#contract/ticket-names.ts';
import { channelWord, priorityWord } from '#src/format/ticket-words.ts';
import { Field, fieldOf, SelectField, TextArea, TextField } from '#src/forms/field.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import type { FormValues, NewTicket, NewTicketFor } from './form-values.ts';
import { KnownCustomer } from './known-customer.tsx';
import { messages } from './messages.ts';

const CHANNELS = ['web', 'email', 'phone', 'chat', 'whatsapp', 'messenger', 'instagram', 'sms', 'telegram'] as const;
const { fields: labels } = messages;

/** For the counters below the long fields. */
const MAX_CHARACTERS = { subject: 300, initial_comment: 20_000 } as const;

interface FormFieldsProps {
  readonly form: UseFormReturn<FormValues, unknown, NewTicket>;
  readonly requester: NewTicketFor;
}

/** Every field of the API's create request. */
export function FormFields({ form, requester }: FormFieldsProps) {
  const { control } = form;
  const [subject, comment] = useWatch({ control, name: ['subject', 'initial_comment'] });
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
          <KnownCustomer form={form} requester={requester} />
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

/** Skills as chips. Text left in the field becomes a chip on blur. */
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
      // With Ctrl or Command, the form is sent with this skill.
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
