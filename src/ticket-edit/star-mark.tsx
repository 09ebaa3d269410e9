import { Icon } from '#src/ui/icons/icon.tsx';
import { preloadCode } from '#src/ui/lazy-part.tsx';
import { useIsStarred } from './marks.tsx';
import { messages } from './row-messages.ts';

/** The star of a ticket in a row of the list, whose keys set it too: there when it is set, or where the pointer is. */
export function StarMark({ ticketNumber }: { readonly ticketNumber: number }) {
  const isOn = useIsStarred(ticketNumber);
  return (
    <button
      type="button"
      aria-label={messages.star(String(ticketNumber))}
      title={messages.star(String(ticketNumber))}
      aria-pressed={isOn}
      tabIndex={-1}
      data-own=""
      className={`hit relative -my-1 size-6 flex-none place-items-center rounded-chip hover:bg-active ${
        isOn ? 'grid text-warn [&_path]:fill-current' : 'hidden text-ink-3 pointer-fine:group-hover/row:grid'
      }`}
      // The code is there as soon as the stars are read.
      onClick={() => preloadCode(async () => (await import('./stars.ts')).toggleStar(ticketNumber))}
    >
      <Icon name="star" size={14} />
    </button>
  );
}
