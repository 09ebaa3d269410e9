import { Link } from '@tanstack/react-router';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatDay, formatInstant, formatTime } from '#src/format/time.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { factsOf, iconOf, whatHappened, type TimelineFacts } from './describe-item.ts';
import { messages } from './messages.ts';

/** What happened, newest first, with a line between days. */
export function TimelineLines({ items }: { readonly items: readonly TimelineFacts[] }) {
  const zone = useDisplayZone();
  return (
    <ol aria-label={messages.title}>
      {items.map((item, index) => {
        const day = formatDay(item.at_utc, zone);
        const before = items[index - 1];
        return (
          <li key={item.id}>
            {before !== undefined && formatDay(before.at_utc, zone) === day ? null : (
              <p className="flex items-center gap-2 pt-2.5 pb-1 text-11 font-medium text-ink-3">
                <span>{day}</span>
                <span className="h-px flex-1 bg-line" />
              </p>
            )}
            <TimelineLine item={item} zone={zone} />
          </li>
        );
      })}
    </ol>
  );
}

function TimelineLine({ item, zone }: { readonly item: TimelineFacts; readonly zone: string }) {
  const { ticket_id: ticketId, ticket_number: number, session_id: session } = item;
  const facts = factsOf(item);
  const link = 'hit relative text-accent-text underline decoration-line-strong underline-offset-2';
  return (
    <div className="flex min-h-7 items-start gap-2 py-1">
      <span className="grid size-5 flex-none place-items-center text-ink-3">
        <Icon name={iconOf(item.kind)} size={14} />
      </span>
      <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <span className="font-medium">{whatHappened(item)}</span>
        {ticketId === null ? null : (
          <>
            {' '}
            <Link to="/tickets/$id" params={{ id: ticketId.toString() }} className={`${link} tabular-nums`}>
              {messages.number(number === null ? ticketId.toString() : String(number))}
            </Link>
          </>
        )}
        {item.identity_id === null ? null : (
          <>
            {' '}
            <Link to="/customers/$id" params={{ id: item.identity_id.toString() }} className={link}>
              <bdi>{item.title ?? messages.identity(item.identity_id.toString())}</bdi>
            </Link>
          </>
        )}
        {item.identity_id !== null || item.title === null || item.title === '' ? null : (
          <>
            {' '}
            <bdi className="text-ink-2">{item.title}</bdi>
          </>
        )}
        {session === null ? null : (
          <>
            {' '}
            <Link to="/ai/usage" search={{ tab: 'calls', session }} className={`${link} font-mono text-12`}>
              {session}
            </Link>
          </>
        )}
        {facts.map((fact) => (
          <span key={fact} className="text-12 text-ink-3">
            {messages.facts}
            <bdi>{fact}</bdi>
          </span>
        ))}
      </p>
      <time
        dateTime={item.at_utc}
        title={formatInstant(item.at_utc, zone)}
        className="flex-none text-12 leading-5 whitespace-nowrap text-ink-3 tabular-nums"
      >
        {formatTime(item.at_utc, zone)}
      </time>
    </div>
  );
}
