import { useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { useMedia } from '#src/browser/use-media.ts';
import { messages } from '#src/hours/messages.ts';
import { minuteText, readEnds, type Ends, type EndsProblem } from '#src/hours/model/time-text.ts';
import { IconButton } from '#src/ui/button.tsx';

interface TimesFieldsProps {
  readonly ends: Ends;
  /** The day or the date, in words. */
  readonly label: string;
  readonly zone: string;
  readonly canPassMidnight: boolean;
  /** Not saved yet. */
  readonly isNew: boolean;
  readonly lockedReason: string | undefined;
  readonly onChange: (ends: Ends) => void;
  readonly onRemove?: (() => void) | undefined;
}

/**
 * The exact times of a window. Typing takes effect at Enter or when both fields lose the focus; Escape reverts it. Phones use
 * their native control.
 */
export function TimesFields({
  ends,
  label,
  zone,
  canPassMidnight,
  isNew,
  lockedReason,
  onChange,
  onRemove,
}: TimesFieldsProps) {
  const id = useId();
  const isNative = useMedia('(pointer: coarse) and (max-width: 767.98px)');
  const shown = { open: minuteText(ends.open), close: minuteText(ends.close) };
  const [typed, setTyped] = useState(shown);
  const [problem, setProblem] = useState<EndsProblem | null>(null);
  const [known, setKnown] = useState(ends);
  // The window was changed by a drag, an undo or another person.
  if (known.open !== ends.open || known.close !== ends.close) {
    setKnown(ends);
    setTyped(shown);
    setProblem(null);
  }
  const group = useRef<HTMLDivElement>(null);
  const isTyping = typed.open !== shown.open || typed.close !== shown.close;

  function commit(): void {
    if (!isTyping) {
      setProblem(null);
      return;
    }
    const read = readEnds(typed.open, typed.close, canPassMidnight);
    if ('kind' in read) {
      setProblem(read);
      return;
    }
    setProblem(null);
    setTyped({ open: minuteText(read.open), close: minuteText(read.close) });
    if (read.open !== ends.open || read.close !== ends.close) onChange(read);
  }
  function onBlur(event: FocusEvent): void {
    if (!(event.relatedTarget instanceof Node) || group.current?.contains(event.relatedTarget) !== true) commit();
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      commit();
    } else if (event.key === 'Enter') commit();
    else if (event.key === 'Escape' && isTyping) {
      event.stopPropagation();
      setTyped(shown);
      setProblem(null);
    }
  }

  const field = (part: 'open' | 'close') => {
    const isWrong = problem?.field === part;
    return (
      <input
        // The native control has no 24:00.
        type={isNative ? 'time' : 'text'}
        inputMode={isNative ? undefined : 'numeric'}
        value={isNative && typed[part] === '24:00' ? '00:00' : typed[part]}
        readOnly={lockedReason !== undefined}
        data-typing={isTyping || undefined}
        autoComplete="off"
        aria-label={`${(part === 'open' ? messages.grid.opens : messages.grid.closes)(label)}, ${messages.grid.zoneIs(zone)}`}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-problem` : undefined}
        className={`min-h-control w-[76px] min-w-0 rounded-control border bg-surface px-1 text-center text-ink tabular-nums read-only:bg-sunken focus-visible:border-transparent focus-visible:outline-offset-0 max-md:min-h-11 max-md:flex-1 ${
          isWrong ? 'border-danger' : isNew ? 'border-accent [border-width:1.5px]' : 'border-line-control'
        }`}
        onChange={({ target }) => setTyped({ ...typed, [part]: target.value })}
        onFocus={({ target }) => {
          if (!isNative) target.select();
        }}
        onKeyDown={onKeyDown}
      />
    );
  };

  return (
    <div data-times={ends.open}>
      <div ref={group} className="flex items-center gap-1.5 max-md:max-w-80" onBlur={onBlur}>
        {field('open')}
        <span aria-hidden="true" className="text-ink-3">
          –
        </span>
        {field('close')}
        {onRemove === undefined || lockedReason !== undefined ? null : (
          <IconButton
            icon="close"
            label={messages.grid.remove(label, `${shown.open} – ${shown.close}`)}
            onClick={onRemove}
          />
        )}
      </div>
      {problem === null ? null : (
        <p id={`${id}-problem`} role="alert" className="mt-1 max-w-60 text-12 text-danger-text">
          {messages.field[problem.kind]}
        </p>
      )}
    </div>
  );
}
