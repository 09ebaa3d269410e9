import { useEffect, useRef, useState } from 'react';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';

const PAUSE_MS = 250;
const MAX_LENGTH = 200;

interface SearchBoxProps {
  readonly label: string;
  readonly clearLabel: string;
  /** Where the sheet of keys lists the one that comes here. */
  readonly group: string;
  /** The text in the URL. */
  readonly value: string;
  /** The list is the one of the URL, and no longer the one before. */
  readonly hasResults: boolean;
  readonly onChange: (text: string) => void;
  /** To the first row of the list, or to the one that the keys are on. */
  readonly onLeave: (toFirst: boolean) => void;
  readonly className?: string;
}

/**
 * Free text. It stays here while it is typed and reaches the URL after a pause, so that a key paints at once. Enter and
 * Down go to the results, once they are those of the text; Esc leaves the text as it is, and a second one takes it away.
 */
export function SearchBox({
  label,
  clearLabel,
  group,
  className = '',
  value,
  hasResults,
  onChange,
  onLeave,
}: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [isLeaving, setLeaving] = useState(false);
  /** Where the focus was put by an Esc. */
  const left = useRef<Element | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(value);
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  // Back, a folder or "Clear filters" changed the URL.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === sent.current) return;
    const timer = setTimeout(() => send(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  const isShown = hasResults && value === text.trim();
  useEffect(() => {
    if (!isLeaving || !isShown) return;
    setLeaving(false);
    onLeave(true);
  }, [isLeaving, isShown, onLeave]);

  function send(wanted: string): void {
    if (wanted === sent.current) return;
    sent.current = wanted;
    change.current(wanted);
  }

  function clear(): void {
    setText('');
    send('');
    input.current?.focus();
  }

  useShortcut(
    '/',
    () => {
      input.current?.focus();
      input.current?.select();
    },
    { label, group },
  );
  useShortcut('escape', () => {
    if (text === '' || left.current !== document.activeElement) return false;
    clear();
  });

  return (
    <search className={`relative flex min-w-0 flex-1 items-center ${className}`}>
      <Icon name="search" size={14} className="pointer-events-none absolute start-2 text-ink-3" />
      <input
        ref={input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={label}
        maxLength={MAX_LENGTH}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setLeaving(false);
        }}
        // Don't steal focus if the user has moved on.
        onBlur={() => setLeaving(false)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          const isEscape = event.key === 'Escape';
          if (!isEscape && event.key !== 'Enter' && event.key !== 'ArrowDown') return;
          // The browser's own Esc empties the field.
          event.preventDefault();
          event.stopPropagation();
          if (isEscape) {
            input.current?.blur();
            if (isShown) onLeave(false);
            left.current = document.activeElement;
          } else {
            send(text.trim());
            setLeaving(true);
          }
        }}
        className="min-h-6 w-full appearance-none [&::-webkit-search-cancel-button]:hidden min-w-0 rounded-control border border-line-control bg-surface ps-7 pe-7 text-12 outline-offset-0 pointer-coarse:min-h-9 pointer-coarse:max-md:text-[16px]"
      />
      {text === '' ? (
        <span className="pointer-events-none absolute end-1.5">
          <Kbd keys="/" />
        </span>
      ) : (
        <button
          type="button"
          aria-label={clearLabel}
          className="hit absolute end-0.5 grid size-6 place-items-center rounded-chip text-ink-3 hover:bg-hover"
          onClick={clear}
        >
          <Icon name="close" size={14} />
        </button>
      )}
    </search>
  );
}
