import type { KeyboardEventHandler, Ref } from 'react';

interface FilterBoxProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly label: string;
  readonly text: string;
  /** Ids of the lists that it moves in. */
  readonly controls: readonly string[];
  /** The line that Enter acts on. */
  readonly activeId: string | undefined;
  readonly onText: (text: string) => void;
  readonly onFocus: () => void;
  readonly onKeyDown: KeyboardEventHandler<HTMLInputElement>;
}

/** Where one types to find a field or a value; the focus stays here while the keys move in the lists. */
export function FilterBox({ ref, label, text, controls, activeId, onText, onFocus, onKeyDown }: FilterBoxProps) {
  return (
    <input
      ref={ref}
      type="text"
      role="combobox"
      aria-expanded="true"
      aria-controls={controls.join(' ').trim()}
      aria-autocomplete="list"
      aria-activedescendant={activeId}
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => onText(event.target.value)}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      className="mb-1 min-h-control w-full flex-none rounded-control border border-line-control bg-surface px-2 text-13 pointer-coarse:max-md:text-[16px]"
    />
  );
}
