import { useState, type KeyboardEvent, type Ref } from 'react';
import { announce } from '#src/ui/toasts/announce.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Field } from './field.tsx';
import { messages } from './messages.ts';

interface SkillsFieldProps {
  readonly value: readonly string[];
  readonly onChange: (skills: string[]) => void;
  readonly error: string | undefined;
  readonly inputRef: Ref<HTMLInputElement>;
}

/** Skills as chips. What stands in the field counts as one when it is left. */
export function SkillsField({ value, onChange, error, inputRef }: SkillsFieldProps) {
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
    <Field label={messages.fields.required_skills} hint={messages.skillsHint} error={error} isOptional>
      {({ className, ...control }) => (
        <div
          className={`flex min-h-9 flex-wrap items-center gap-1 py-1 pointer-coarse:min-h-11 ${className} px-1.5 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus`}
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
