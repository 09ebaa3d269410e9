import { memo } from 'react';
import type { ListedCustomer } from '#contract/customers.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { customerName, identityName } from '#src/customers/customer-name.ts';
import { formatAge, formatInstant } from '#src/format/time.ts';
import { formatCount } from '#src/format/number.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { useNow } from '#src/format/use-now.ts';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { type GridRow, rowClass } from '#src/ui/rows/windowed-grid.tsx';
import { messages } from './messages.ts';

interface CustomerRowProps extends GridRow {
  readonly customer: ListedCustomer;
  readonly href: string;
}

/** A customer in two lines. Presses and keys are heard by the grid. */
export const CustomerRow = memo(function CustomerRow(props: CustomerRowProps) {
  const { customer, href, index, isOpen, isTabStop } = props;
  const nowMs = useNow();
  const zone = useDisplayZone();
  const { email, phone, ticket_count: tickets, last_seen_utc: seen, blocked_utc: blocked, channels } = customer;
  const name = customerName(customer);
  const contact = [email, phone].find((part) => part !== null && part !== name);
  return (
    <div
      role="row"
      data-row={index}
      aria-rowindex={index + 1}
      aria-current={isOpen || undefined}
      tabIndex={isTabStop ? 0 : -1}
      className={`relative flex min-h-row-2 cursor-pointer items-center gap-2.5 border-b border-line px-4 py-2 -outline-offset-2 ${rowClass(isOpen, false)}`}
    >
      <div role="gridcell" className="flex min-w-0 flex-1 items-center gap-2.5">
        <Avatar name={name} size="md" />
        <span className="flex min-w-0 flex-1 flex-col gap-1">
          <span className="flex min-w-0 items-center gap-2">
            <a
              href={href}
              tabIndex={-1}
              dir="auto"
              title={name.length > 40 ? name : undefined}
              className="min-w-0 flex-1 truncate font-medium text-ink"
            >
              {name}
            </a>
            {channels === undefined || channels.length === 0 ? null : (
              <span className="flex flex-none gap-1 text-ink-3">
                {channels.map((channel) => (
                  <ChannelIcon key={channel} channel={channel} label={channelWord(channel)} />
                ))}
              </span>
            )}
            <span className="flex-none text-12 text-ink-2 tabular-nums">
              <span aria-hidden="true">{formatCount(tickets)}</span>
              <span className="sr-only">{messages.tickets(tickets, formatCount(tickets))}</span>
            </span>
          </span>
          <span className="flex min-w-0 items-center gap-2 text-12 text-ink-3">
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {contact ?? identityName(customer.id)}
            </span>
            {blocked === null || blocked === undefined ? null : (
              <span className="flex-none font-medium text-danger-text">{messages.blocked}</span>
            )}
            <time
              dateTime={seen}
              title={messages.lastSeen(formatInstant(seen, zone))}
              className="flex-none tabular-nums"
            >
              {formatAge(nowMs - Date.parse(seen))}
            </time>
          </span>
        </span>
      </div>
    </div>
  );
});
