import { IconButton } from '#src/ui/icon-button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { preloadCode } from '#src/ui/lazy-part.tsx';
import { useIsStarred } from './marks.tsx';
import { messages } from './row-messages.ts';

const ON = 'text-warn [&_path]:fill-current';

interface StarProps {
  readonly ticketNumber: number;
}

/** The code that sets a star is there as soon as the stars are read. */
function toggle(ticketNumber: number): void {
  preloadCode(async () => (await import('./stars.ts')).toggleStar(ticketNumber));
}

/** The star of a ticket, which only the person who set it sees. */
export function StarButton({ ticketNumber }: StarProps) {
  const isOn = useIsStarred(ticketNumber);
  return (
    <IconButton
      icon="star"
      label={messages.star(String(ticketNumber))}
      kbd="shift+s"
      aria-pressed={isOn}
      className={isOn ? ON : ''}
      onClick={() => toggle(ticketNumber)}
    />
  );
}

/** The same in a row of the list, whose keys set it too: there when it is set, or where the pointer is. */
export function StarMark({ ticketNumber }: StarProps) {
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
        isOn ? `grid ${ON}` : 'hidden text-ink-3 pointer-fine:group-hover/row:grid'
      }`}
      onClick={() => toggle(ticketNumber)}
    >
      <Icon name="star" size={14} />
    </button>
  );
}
