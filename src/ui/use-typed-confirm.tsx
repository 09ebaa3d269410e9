import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { isFramed } from '#src/browser/storage.ts';
import { readNumber } from '#src/format/typed-number.ts';
import { defineMessages } from '#src/i18n/messages.ts';

/** With the dialogs that ask: no page begins with them. */
const messages = defineMessages({
  label: (word: string) => `Type ${word} to confirm`,
  why: 'Inside another page, a click alone isn’t enough.',
  first: (word: string) => `Type ${word} first.`,
});

interface TypedConfirm {
  /** Why it cannot be done yet; for `disabledReason`. */
  readonly reason: string | undefined;
  /** Stands at the end of the question. */
  readonly field: ReactNode;
}

/**
 * In the frame of another page a press may have been meant for what that page shows there. What stops calls or changes
 * much is done in a frame only once a word was typed; elsewhere there is neither a field nor a reason.
 */
export function useTypedConfirm(word: string | number): TypedConfirm {
  const [typed, setTyped] = useState('');
  if (!isFramed) return { reason: undefined, field: null };
  return {
    reason: isConfirmed(word, typed) ? undefined : messages.first(String(word)),
    field: <TypedField word={String(word)} typed={typed} onType={setTyped} />,
  };
}

/** A word in capital or small letters, a number with or without what groups its digits. */
export function isConfirmed(word: string | number, typed: string): boolean {
  if (typeof word === 'string') return typed.trim().toLowerCase() === word;
  const read = readNumber(typed, 'whole');
  return read.kind === 'number' && read.plain === String(word);
}

interface TypedFieldProps {
  readonly word: string;
  readonly typed: string;
  readonly onType: (text: string) => void;
}

function TypedField({ word, typed, onType }: TypedFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // It can come later than its dialog, and in a low frame its dialog begins above it.
  useEffect(() => {
    const opened = requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.scrollIntoView({ block: 'nearest' });
    });
    return () => cancelAnimationFrame(opened);
  }, []);
  return (
    <div className="mt-3 border-t border-line pt-3">
      <label htmlFor={id} className="mb-1 block text-12 font-medium">
        {messages.label(word)}
      </label>
      <input
        ref={input}
        id={id}
        data-autofocus=""
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        aria-describedby={`${id}-why`}
        className="min-h-control w-full max-w-60 rounded-control border border-line-control bg-surface px-2.5 text-ink focus-visible:border-transparent focus-visible:outline-offset-0 pointer-coarse:min-h-11"
        onChange={({ target }) => onType(target.value)}
      />
      <p id={`${id}-why`} className="mt-1 text-12 text-ink-3">
        {messages.why}
      </p>
    </div>
  );
}
