import { IconButton } from '#src/ui/icon-button.tsx';
import { messages } from './messages.ts';
import { useIsStarred } from '#src/ticket-edit/marks.ts';
import { toggleStar } from './stars.ts';

const ON = 'text-warn [&_path]:fill-current';

/** The star of a ticket: for oneself alone. */
export function StarButton({ ticketNumber }: { readonly ticketNumber: number }) {
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
