import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { NewTicketHost } from '#src/new-ticket/new-ticket-host.tsx';
import { ApiCallsHost } from './api-calls-host.tsx';
import { registerCustomerSearch } from './customer-search.tsx';

/** What every signed-in page has and the first sight of it can do without. */
export function Later() {
  const navigate = useNavigate();
  // Counts this tab's calls for the others, and hears of theirs.
  useEffect(() => void import('#src/api/allowance.ts').catch(() => undefined), []);
  useEffect(registerCustomerSearch, []);
  return (
    <>
      <NewTicketHost
        onOpenTicket={(id) => {
          if (location.pathname === '/inbox')
            void navigate({ to: '/inbox', search: (before) => ({ ...before, ticket: String(id), tab: undefined }) });
          else void navigate({ to: '/tickets/$id', params: { id: String(id) } });
        }}
      />
      <ApiCallsHost />
    </>
  );
}
