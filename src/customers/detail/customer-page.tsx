import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { getCustomer } from '#contract/customers.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { queryClient } from '#src/api/query-client.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { customerName } from '#src/customers/customer-name.ts';
import { parseId } from '#src/format/id.ts';
import { StaleQuery } from '#src/panels/panel.tsx';
import { Button } from '#src/ui/button.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { CustomerBody, type CustomerBodyProps } from './customer-body.tsx';
import { AddressForm, CustomerFailure, CustomerSkeleton } from './customer-states.tsx';
import { messages } from './messages.ts';
import { customerOptions, type CustomerAddress } from './open-customer.ts';

interface CustomerPageProps extends CustomerAddress, Omit<CustomerBodyProps, 'open'> {
  /** As in the address; may be no id at all. */
  readonly id: string;
  /** Back to the list, on a phone. */
  readonly onList: () => void;
  /** The customer of the address has another id: it was merged into that one, or was found by email or phone. */
  readonly onIdentity: (id: string) => void;
  /** Asks for the customer by email or phone. */
  readonly onAddress: (address: CustomerAddress) => void;
}

/** One customer: who it is, handles, tickets, timeline, notes. */
export function CustomerPage(props: CustomerPageProps) {
  const { id, email, phone, onList, onIdentity, onAddress, ...body } = props;
  const hasTools = hasExtension(useWhoami(), 'identity_tools');
  const parsed = parseId(id);
  const options = customerOptions(parsed, { hasTools, email, phone });
  const query = useQuery({ ...(options ?? read(getCustomer)), enabled: options !== null });
  const { data: customer, error } = query;
  const name = customer === undefined ? null : customerName(customer.identity);
  useTitle(name);

  const found = customer?.identity.id;
  const isElsewhere = found !== undefined && found !== parsed;
  const leave = useRef(onIdentity);
  useEffect(() => {
    leave.current = onIdentity;
  });
  useEffect(() => {
    if (!isElsewhere) return;
    const survivor = customerOptions(found, { hasTools, email, phone });
    if (survivor !== null) queryClient.setQueryData(survivor.queryKey, customer);
    if (hasTools) toast({ kind: 'info', text: messages.mergedInto(id, found.toString()), stayMs: 10_000 });
    leave.current(found.toString());
  }, [isElsewhere, customer, email, found, hasTools, id, phone]);

  const retry = () => void query.refetch();
  const isUnknown = !hasTools && error instanceof ApiFailure && error.kind === 'not_found';
  const state = () => {
    if (parsed !== null && (options === null || isUnknown))
      return <AddressForm id={id} missing={isUnknown ? (email ?? phone ?? '') : null} onAddress={onAddress} />;
    if (customer !== undefined && name !== null && options !== null)
      return <CustomerBody open={{ customer, queryKey: options.queryKey, name, hasTools }} {...body} />;
    if (parsed !== null && error === null) return <CustomerSkeleton onRetry={retry} />;
    const failure = { error, isFetching: query.isFetching, onRetry: retry };
    return <CustomerFailure id={id} {...failure} onList={onList} />;
  };
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col print:block">
      {isUnknown ? null : <StaleQuery query={query} />}
      <div className="pane flex-1">
        <div data-print="" className="mx-auto w-full max-w-page px-4 py-5 md:px-8 md:py-6">
          <div className="mb-2 min-[1024px]:hidden print:hidden">
            <Button variant="ghost" icon="back" className="-ms-2" onClick={onList}>
              {messages.back}
            </Button>
          </div>
          {state()}
        </div>
      </div>
    </div>
  );
}

/** The customer's name in the tab while the page is open; the list's own title after it. */
function useTitle(name: string | null): void {
  useEffect(() => {
    if (name === null) return undefined;
    const before = document.title;
    document.title = messages.documentTitle(name);
    return () => {
      document.title = before;
    };
  }, [name]);
}
