import { useEffect, useRef, useState } from 'react';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { messages } from '#src/inbox/messages.ts';

const PAUSE_MS = 250;
const MAX_LENGTH = 200;

interface SearchBoxProps {
  /** What the URL says. */
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** Free text. It stays here while it is typed and reaches the URL after a pause, so that a key paints at once. */
export function SearchBox({ value, onChange }: SearchBoxProps) {
  const [text, setText] = useState(value);
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
    { label: messages.keys.search, group: messages.keys.group },
  );

  return (
    <search className="relative flex min-w-0 flex-1 items-center md:max-w-56">
      <Icon name="search" size={14} className="pointer-events-none absolute start-2 text-ink-3" />
      <input
        ref={input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={messages.search.label}
        placeholder={messages.search.placeholder}
        maxLength={MAX_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') send(text.trim());
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          if (text === '') input.current?.blur();
          else clear();
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
          aria-label={messages.search.clear}
          className="hit absolute end-0.5 grid size-6 place-items-center rounded-chip text-ink-3 hover:bg-hover"
          onClick={clear}
        >
          <Icon name="close" size={14} />
        </button>
      )}
    </search>
  );
}
