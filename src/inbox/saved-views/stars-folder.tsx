import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { formatCount } from '#src/format/number.ts';
import { MAX_STARS, useStars } from '#src/ticket-edit/stars/stars.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { searchOfNumbers } from './stars-search.ts';
import { messages } from './views-messages.ts';
import { isSameFilter, type InboxSearch } from '#src/inbox/search.ts';

const LINE = 'flex min-h-control items-center gap-2 rounded-control ps-8 pe-2 text-13 text-ink-2';

interface StarsFolderProps {
  /** The list in sight, or null on another page. */
  readonly current: InboxSearch | null;
  readonly onChoose: (() => void) | undefined;
}

/** The starred tickets, whatever their state; nothing while no ticket has a star. */
export function StarsFolder({ current, onChoose }: StarsFolderProps) {
  const numbers = [...useStars().keys()];
  const canList = hasExtension(useWhoami(), 'ticket_filters');
  const navigate = useNavigate();
  const search = searchOfNumbers(numbers);
  const isCurrent = current !== null && numbers.length > 0 && isSameFilter(current, search);
  // A star that is set or taken away while its list is open: the list follows.
  const shown = useRef<InboxSearch | null>(null);
  useEffect(() => {
    const was = shown.current;
    const isOpen = current !== null && was !== null && isSameFilter(current, was);
    if (isOpen && !isSameFilter(was, search)) {
      const { status: _status, filter: _filter, ...rest } = current;
      void navigate({ to: '/inbox', search: numbers.length === 0 ? {} : { ...rest, ...search }, replace: true });
    }
    shown.current = numbers.length === 0 ? null : search;
  });
  if (numbers.length === 0) return null;
  const line = (
    <>
      <Icon name="star" size={14} className="-ms-[22px] text-ink-3" />
      <span className="min-w-0 flex-1 truncate">{messages.stars}</span>
      <span className="flex-none text-12 text-ink-3 tabular-nums">{formatCount(numbers.length)}</span>
    </>
  );
  if (!canList) {
    return (
      <p className={LINE} title={messages.starsUnlisted}>
        {line}
        <span className="sr-only">{messages.starsUnlisted}</span>
      </p>
    );
  }
  return (
    <Link
      to="/inbox"
      search={search}
      title={messages.starsText(MAX_STARS)}
      aria-current={isCurrent ? 'page' : undefined}
      activeProps={{}}
      className={`${LINE} ${isCurrent ? 'bg-active text-ink' : 'hover:bg-hover'}`}
      {...(onChoose === undefined ? {} : { onClick: onChoose })}
    >
      {line}
    </Link>
  );
}
