import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getCustomer } from '#contract/customers.ts';
import { isEmail } from '#contract/scalars.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { formatCount } from '#src/format/number.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';
import { requesterTickets } from './requester-tickets.ts';

const WAIT_MS = 400;
const { facts: texts } = messages;

/** What a link for the typed address would open, said before it is issued. */
export function AddressFacts({ email }: { readonly email: string }) {
  const typed = email.trim();
  const settled = useSettled(typed);
  const isAsked = settled === typed && isEmail(settled);
  const hasFilters = hasExtension(useWhoami(), 'ticket_filters');
  const options = { enabled: isAsked, staleTime: 30_000, retry: false };
  const customer = useQuery({ ...read(getCustomer, { email: settled }), ...options });
  const tickets = useQuery({ ...requesterTickets(settled, hasFilters, 1), ...options });
  if (!isAsked) return null;
  const isUnknown = customer.error instanceof ApiFailure && customer.error.kind === 'not_found';
  const isBlocked = (customer.data?.identity.blocked_utc ?? null) !== null;
  const total = tickets.data?.total_count;
  return (
    <div role="status" className="mt-1 flex flex-col gap-1 text-12 text-ink-3">
      {customer.data?.identity.display_name ? (
        <span dir="auto" className="font-medium text-ink [overflow-wrap:anywhere]">
          {customer.data.identity.display_name}
        </span>
      ) : null}
      {isBlocked ? (
        <p className="flex gap-1.5 text-warn-text">
          <Icon name="warning" size={14} className="mt-px flex-none" />
          {texts.blocked}
        </p>
      ) : null}
      <p>
        {total !== undefined
          ? total === 0
            ? texts.none
            : texts.tickets(total, formatCount(total))
          : tickets.error !== null || (customer.error !== null && !isUnknown)
            ? texts.unsure
            : texts.looking}
      </p>
    </div>
  );
}

/** The value once it has stood for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), WAIT_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
