import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { NewTicketHost } from '#src/new-ticket/new-ticket-host.tsx';
import { ApiCallsHost } from '#src/shell/api-calls/api-calls-host.tsx';
import { registerCustomerSearch } from '#src/shell/palette/customer-search.tsx';
import { preloadCode } from '#src/ui/lazy-part.tsx';

/** What every signed-in page has and the first sight of it can do without. */
export function DeferredParts() {
  const navigate = useNavigate();
  // Counts this tab's calls for the others, and hears of theirs.
  useEffect(() => preloadCode(async () => (await import('#src/api/allowance.ts')).startAllowance()), []);
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
