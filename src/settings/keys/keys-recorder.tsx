import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '#src/ui/button.tsx';
import { keyStroke } from '#src/ui/keys/key-stroke.ts';
import { messages } from './keys-messages.ts';
import { capsText, keyProblem, type KeyEntry, type KeyGroup } from './keys-problem.ts';

interface KeysRecorderProps {
  readonly entry: KeyEntry;
  readonly groups: readonly KeyGroup[];
  readonly onSave: (keys: string) => void;
  readonly onCancel: () => void;
}

/** Takes down the keys that are pressed in it, at most two strokes. */
export function KeysRecorder({ entry, groups, onSave, onCancel }: KeysRecorderProps) {
  const [strokes, setStrokes] = useState<readonly string[]>([]);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const keys = strokes.join(' ');
  const problem = keys === '' ? null : keyProblem(keys, entry, groups);
  useEffect(() => field.current?.focus(), []);

  function save(): void {
    if (keys !== '' && problem === null) onSave(keys);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    // 229: the input method has the key. Tab leaves the field, as everywhere.
    if (event.nativeEvent.isComposing || event.keyCode === 229 || event.key === 'Tab') return;
    const stroke = keyStroke(event.nativeEvent);
    if (stroke === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (stroke === 'escape') onCancel();
    else if (stroke === 'enter') save();
    else if (stroke === 'backspace') setStrokes([]);
    else setStrokes((before) => (before.length === 2 ? [stroke] : [...before, stroke]));
  }

  return (
    <div className="flex w-full flex-wrap items-center gap-2">
      <input
        ref={field}
        readOnly
        value={keys === '' ? '' : capsText(keys)}
        placeholder={messages.waiting}
        aria-label={messages.record(entry.label)}
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={`${id}-hint ${id}-problem`}
        className={`h-8 w-44 rounded-control border bg-surface px-2.5 text-ink ${problem === null ? 'border-line-control' : 'border-danger'}`}
        onKeyDown={onKeyDown}
      />
      <Button variant="primary" onClick={save} disabledReason={keys === '' ? messages.waiting : (problem ?? undefined)}>
        {messages.save}
      </Button>
      <Button variant="ghost" onClick={onCancel}>
        {messages.cancel}
      </Button>
      <p id={`${id}-problem`} role="alert" className="w-full text-12 text-danger-text empty:hidden">
        {problem}
      </p>
      <p id={`${id}-hint`} className="w-full text-12 text-ink-3">
        {messages.recordHint}
      </p>
    </div>
  );
}
