import { Icon } from '#src/ui/icons/icon.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { messages } from './messages.ts';
import { toggleStar, useIsStarred } from './stars.ts';

interface StarProps {
  readonly ticketNumber: number;
}

const ON = 'text-warn [&_path]:fill-current';

/** The star of a ticket: for oneself alone. */
export function StarButton({ ticketNumber }: StarProps) {
  const isOn = useIsStarred(ticketNumber);
  return (
    <IconButton
      icon="star"
      label={messages.star(String(ticketNumber))}
      kbd="shift+s"
      aria-pressed={isOn}
      className={isOn ? ON : ''}
      onClick={() => void toggleStar(ticketNumber)}
    />
  );
}

/** The same in a row of the list, whose keys do it too: there when it is set, or where somebody points. */
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
      onClick={() => void toggleStar(ticketNumber)}
    >
      <Icon name="star" size={14} />
    </button>
  );
}
