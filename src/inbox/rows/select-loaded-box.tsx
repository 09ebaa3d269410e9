import { Icon } from '#src/ui/icons/icon.tsx';
import type { Selection } from './use-selection.ts';
import { messages } from '#src/ticket-edit/verb-messages.ts';

interface SelectLoadedBoxProps {
  readonly selection: Selection;
  /** Tickets that are loaded. */
  readonly loaded: number;
}

/** The box over the boxes of the rows: ticks all that are loaded, or takes every tick away. */
export function SelectLoadedBox({ selection, loaded }: SelectLoadedBoxProps) {
  const { ids, isAllMatching } = selection;
  const isAll = isAllMatching || (loaded > 0 && ids.size >= loaded);
  const isSome = !isAll && ids.size > 0;
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={isSome ? 'mixed' : isAll}
      aria-label={messages.selectLoadedKey}
      onClick={() => (isAll ? selection.clear() : selection.selectLoaded())}
      className={`hit relative grid size-3.5 flex-none place-items-center rounded-tag border ${
        isAll || isSome ? 'border-accent bg-accent text-accent-on' : 'border-line-control bg-surface'
      }`}
    >
      {isAll ? <Icon name="check" size={12} /> : isSome ? <span className="h-px w-2 bg-current" /> : null}
    </button>
  );
}
