import { useState, type Ref } from 'react';
import type { TagRecord } from '#contract/tags.ts';
import { formatCount } from '#src/format/number.ts';
import { useCombobox } from '#src/ui/combobox/use-combobox.ts';
import { nameKey } from './tags-name.ts';
import { messages } from './tags-messages.ts';
import { Swatch } from './tags-swatch.tsx';

const MAX_SHOWN = 50;

interface TagListProps {
  readonly fieldRef: Ref<HTMLInputElement>;
  readonly tags: readonly TagRecord[];
  readonly chosen: TagRecord | null;
  readonly onChoose: (tag: TagRecord) => void;
}

/** A field that finds a tag, and the tags below it: the arrow keys go through them. */
export function TagList({ fieldRef, tags, chosen, onChoose }: TagListProps) {
  const [text, setText] = useState('');
  const shown = tags
    .filter(({ name }) => nameKey(name).includes(nameKey(text)))
    .toSorted((a, b) => b.ticket_count - a.ticket_count)
    .slice(0, MAX_SHOWN);
  const combobox = useCombobox({
    options: shown,
    keyOf: ({ id }) => String(id),
    text,
    onText: setText,
    start: chosen === null ? null : String(chosen.id),
    followsPointer: false,
    isSelected: ({ id }) => id === chosen?.id,
    onChoose,
    // The sentence below says at once what merging into it would do.
    onMove: onChoose,
  });

  return (
    <div className="mb-3">
      <input
        ref={fieldRef}
        type="text"
        aria-label={messages.merging.choose}
        placeholder={messages.merging.choose}
        className="min-h-control w-full rounded-control border border-line-control bg-surface px-2 text-ink"
        {...combobox.inputProps}
      />
      <div aria-label={messages.merging.list} className="mt-1 max-h-56 overflow-y-auto" {...combobox.listboxProps}>
        {shown.map((tag) => (
          <div
            key={tag.id}
            {...combobox.optionProps(tag)}
            className={`flex min-h-control cursor-pointer items-center gap-2 rounded-chip px-2 ${
              tag.id === chosen?.id ? 'bg-selected' : 'hover:bg-hover'
            }`}
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
