import { useId, useState, type KeyboardEvent, type RefObject } from 'react';
import type { TagRecord } from '#contract/tags.ts';
import { formatCount } from '#src/format/number.ts';
import { nameKey } from './tags-name.ts';
import { messages } from './tags-messages.ts';
import { Swatch } from './tags-swatch.tsx';

const MOST = 50;

interface TagListProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly tags: readonly TagRecord[];
  readonly chosen: TagRecord | null;
  readonly onChoose: (tag: TagRecord) => void;
}

/** A field that finds a tag, and the tags below it: the arrow keys go through them. */
export function TagList({ field, tags, chosen, onChoose }: TagListProps) {
  const id = useId();
  const [text, setText] = useState('');
  const shown = tags
    .filter(({ name }) => nameKey(name).includes(nameKey(text)))
    .toSorted((a, b) => b.ticket_count - a.ticket_count)
    .slice(0, MOST);
  const at = shown.findIndex((tag) => tag.id === chosen?.id);

  function move(event: KeyboardEvent): void {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0 || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const next = shown[Math.min(Math.max(at + by, 0), shown.length - 1)];
    if (next === undefined) return;
    onChoose(next);
    document.getElementById(`${id}-${next.id}`)?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <div className="mb-3">
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={messages.merging.choose}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={at < 0 ? undefined : `${id}-${shown[at]?.id}`}
        autoComplete="off"
        spellCheck={false}
        placeholder={messages.merging.choose}
        value={text}
        className="min-h-control w-full rounded-control border border-line-control bg-surface px-2 text-ink"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={move}
      />
      <div id={id} role="listbox" aria-label={messages.merging.list} className="mt-1 max-h-56 overflow-y-auto">
        {shown.map((tag) => (
          <div
            key={tag.id}
            id={`${id}-${tag.id}`}
            role="option"
            aria-selected={tag.id === chosen?.id}
            className={`flex min-h-control cursor-pointer items-center gap-2 rounded-chip px-2 ${
              tag.id === chosen?.id ? 'bg-selected' : 'hover:bg-hover'
            }`}
            onClick={() => onChoose(tag)}
          >
            <Swatch color={tag.color} />
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {tag.name}
            </span>
            <span className="text-12 text-ink-3 tabular-nums">{formatCount(tag.ticket_count)}</span>
          </div>
        ))}
      </div>
      {shown.length === 0 ? (
        <p role="status" className="px-2 text-12 text-ink-3">
          {messages.merging.nothing(text.trim())}
        </p>
      ) : null}
    </div>
  );
}
