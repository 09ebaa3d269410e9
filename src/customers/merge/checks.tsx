import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import type { Customer } from '#contract/customers.ts';
import { customerName } from '#src/customers/customer-name.ts';
import { formatCount } from '#src/format/number.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import type { MergePreview } from './merge-queries.ts';
import { messages } from './pair-messages.ts';

const texts = messages.checks;
const MAX_NAMED = 5;

interface ChecksProps {
  readonly survivor: Customer;
  readonly merged: Customer;
  /** Undefined while it is counted, or nobody may ask. */
  readonly reply: MergePreview | undefined;
}

/** What somebody should know before two customers become one. */
export function Checks({ survivor, merged, reply }: ChecksProps) {
  const id = useId();
  const unsolved = (reply?.preview?.tickets ?? []).filter(({ status }) => status === 'open' || status === 'pending');
  const total = merged.tickets.open + merged.tickets.pending;
  const named = unsolved.slice(0, MAX_NAMED);
  const [one, other] = [survivor.identity, merged.identity];
  const blocked = [one, other].filter(({ blocked_utc: at }) => at !== null && at !== undefined);
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="flex min-h-control items-center text-14 font-semibold">
        {texts.title}
      </h3>
      <ul>
        {named.map(({ id: ticketId, ticket_number: number, status, subject }) => (
          <Check key={ticketId} isWarning>
            <span title={subject}>{status === 'open' ? texts.open(`#${number}`) : texts.pending(`#${number}`)}</span>
            <Link
              to="/tickets/$id"
              params={{ id: String(ticketId) }}
              aria-label={texts.openTicket(`#${number}`)}
              className="hit relative ms-auto flex-none text-accent-text hover:underline"
            >
              {texts.openLink}
            </Link>
          </Check>
        ))}
        {reply !== undefined && total > named.length ? (
          <Check isWarning>
            <span>
              {named.length === 0
                ? texts.unsolved(total, formatCount(total))
                : texts.moreOpen(total - named.length, formatCount(total - named.length))}
            </span>
          </Check>
        ) : null}
        {total === 0 ? <Check>{texts.nothingOpen}</Check> : null}
        {blocked.map((identity) => (
          <Check key={identity.id} isWarning>
            <span>{texts.blocked(customerName(identity))}</span>
          </Check>
        ))}
        {one.email !== null && other.email !== null && one.email.toLowerCase() !== other.email.toLowerCase() ? (
          <Check>
            <span>{texts.emails(one.email, other.email)}</span>
          </Check>
        ) : null}
        <Check>{texts.webhook}</Check>
        <Check>{texts.bothHandles}</Check>
      </ul>
    </section>
  );
}

function Check({ isWarning = false, children }: { readonly isWarning?: boolean; readonly children: ReactNode }) {
  return (
    <li className="flex min-h-8 items-start gap-2 border-b border-line py-1.5 last:border-b-0 [overflow-wrap:anywhere]">
      <Icon
        name={isWarning ? 'warning' : 'info'}
        size={14}
        className={`mt-[3px] flex-none ${isWarning ? 'text-warn' : 'text-ink-3'}`}
      />
      {children}
    </li>
  );
}
