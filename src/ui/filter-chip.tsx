import type { Ref } from 'react';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';

interface FilterChipProps {
  readonly field: string;
  readonly value: string;
  /** Opens the list of values; without it the chip can only be removed. */
  readonly onOpen?: () => void;
  readonly onRemove: () => void;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly expanded?: boolean;
}

const TEXT = 'inline-flex items-center gap-[5px] whitespace-nowrap rounded-s-chip ps-[7px] pe-1';

/** An active filter, "Field value ×". Backspace or Delete on it removes it. */
export function FilterChip({ field, value, onOpen, onRemove, ref, expanded }: FilterChipProps) {
  const text = (
    <>
      {field} <b className="max-w-48 truncate font-medium">{value}</b>
    </>
  );
  return (
    <span className="inline-flex min-h-6 flex-none items-stretch rounded-chip border border-accent-line bg-accent-tint text-12 text-accent-text">
      {onOpen === undefined ? (
        <span className={TEXT}>{text}</span>
      ) : (
        <button
          ref={ref}
          type="button"
          aria-haspopup="true"
          aria-expanded={expanded}
          className={`hit relative hover:underline ${TEXT}`}
          onClick={onOpen}
          onKeyDown={(event) => {
            if (event.key !== 'Backspace' && event.key !== 'Delete') return;
            event.preventDefault();
            onRemove();
          }}
        >
          {text}
        </button>
      )}
      <button
        type="button"
        aria-label={messages.remove(`${field} ${value}`)}
        className="hit relative grid min-w-6 place-items-center rounded-e-chip hover:bg-selected"
        onClick={onRemove}
      >
        <Icon name="close" size={14} />
      </button>
    </span>
  );
}
