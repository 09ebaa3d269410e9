import { useId } from 'react';
import { messages } from './person-data-messages.ts';

const texts = messages.erasing;

interface ConfirmFieldProps {
  /** "email" or "phone". */
  readonly word: string;
  readonly wanted: string;
  readonly value: string;
  readonly isRight: boolean;
  readonly onChange: (value: string) => void;
  readonly onSubmit: () => void;
}

/** The email or phone is typed by hand, so that nobody erases whom they did not look at. */
export function ConfirmField({ word, wanted, value, isRight, onChange, onSubmit }: ConfirmFieldProps) {
  const id = useId();
  // Said once as much was typed as there is: not at each letter.
  const isWrong = !isRight && value.trim().length >= wanted.length;
  return (
    <form
      className="mt-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <label htmlFor={id} className="block text-12 font-medium">
        {texts.label(word)}
      </label>
      <p id={`${id}-wanted`} dir="auto" className="font-mono text-12 text-ink-2 [overflow-wrap:anywhere]">
        {wanted}
      </p>
      <input
        id={id}
        type="text"
        autoComplete="off"
        spellCheck={false}
        value={value}
        aria-describedby={`${id}-wanted ${id}-problem`}
        aria-invalid={isWrong || undefined}
        className="mt-1 min-h-control w-full rounded-control border border-line-control bg-surface px-2 text-ink"
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-problem`} role="status" className="mt-1 text-12 text-danger-text">
        {isWrong ? texts.mismatch(word) : null}
      </p>
    </form>
  );
}
