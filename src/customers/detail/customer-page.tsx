import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { getCustomer } from '#contract/customers.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { queryClient } from '#src/api/query-client.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { customerName } from '#src/customers/customer-name.ts';
import { customerOptions, type CustomerAddress } from '#src/customers/customer-query.ts';
import { parseId } from '#src/format/id.ts';
import { formatTime } from '#src/format/time.ts';
import { Button } from '#src/ui/button.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { SlowNotice } from '#src/ui/slow-notice.tsx';
import { StaleStrip } from '#src/ui/stale-strip.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { CustomerBody, type CustomerBodyProps } from './customer-body.tsx';
import { AddressForm, CustomerFailure } from './customer-failure.tsx';
import { messages } from './messages.ts';

/** The page before anything is known, in its own sizes. */
function CustomerSkeleton({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div role="status" aria-busy="true" aria-label={messages.loading}>
      <div className="flex items-start gap-3.5">
        <Skeleton className="size-10 rounded-full" />
        <div className="flex-1 pt-1.5">
          <Skeleton className="h-4 w-44" />
          <Skeleton className="mt-3 h-2.5 w-64 max-w-full" />
        </div>
      </div>
      <div className="mt-5 flex min-h-[58px] flex-wrap items-center gap-x-12 gap-y-3 border-y border-line py-2.5">
        {['w-12', 'w-10', 'w-10', 'w-20', 'w-24'].map((width, index) => (
          <Skeleton key={index} className={`h-2.5 ${width}`} />
        ))}
      </div>
      {[3, 7].map((rows) => (
        <div key={rows} className="mt-7">
          <div className="flex min-h-control items-center">
            <Skeleton className="h-3 w-20" />
          </div>
          {Array.from({ length: rows }, (_, index) => (
            <div key={index} className="flex min-h-row items-center border-b border-line">
              <Skeleton className="h-2.5 w-3/5" />
            </div>
          ))}
        </div>
      ))}
      <SlowNotice onRetry={onRetry} />
    </div>
  );
}

interface CustomerPageProps extends CustomerAddress, Omit<CustomerBodyProps, 'open'> {
  /** As in the address; may be no id at all. */
  readonly id: string;
  /** Back to the list, on a phone. */
  readonly onList: () => void;
  /** The address is another one's: a customer merged into this one, or nobody's. */
  readonly onIdentity: (id: string) => void;
  /** Asks for the customer by email or phone. */
  readonly onAddress: (address: CustomerAddress) => void;
}

/** One customer: who it is, handles, tickets, timeline, notes. */
export function CustomerPage(props: CustomerPageProps) {
  const { id, email, phone, onList, onIdentity, onAddress, ...body } = props;
  const hasTools = hasExtension(useWhoami(), 'identity_tools');
  const zone = useDisplayZone();
  const parsed = parseId(id);
  const options = customerOptions(parsed ?? 0n, { hasTools, email, phone });
  const query = useQuery({ ...(options ?? read(getCustomer)), enabled: parsed !== null && options !== null });
  const { data: customer, error } = query;
  const name = customer === undefined ? null : customerName(customer.identity);
  useTitle(name);

  const found = customer?.identity.id;
  const isElsewhere = found !== undefined && parsed !== null && found !== parsed;
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
  const isNobody = !hasTools && error instanceof ApiFailure && error.kind === 'not_found';
  if (parsed !== null && (options === null || isNobody)) {
    return (
      <Frame onList={onList}>
        <AddressForm id={id} missing={isNobody ? (email ?? phone ?? '') : null} onAddress={onAddress} />
      </Frame>
    );
  }
  if (customer !== undefined && name !== null && options !== null) {
    const open = { customer, queryKey: options.queryKey, name, hasTools };
    return (
      <Frame
        onList={onList}
        strip={
          query.isError ? (
            <StaleStrip
              shownAt={formatTime(new Date(query.dataUpdatedAt).toISOString(), zone)}
              onRetry={retry}
              retrying={query.isFetching}
            />
          ) : null
        }
      >
        <CustomerBody open={open} {...body} />
      </Frame>
    );
  }
  return (
    <Frame onList={onList}>
      {parsed === null || error !== null ? (
        <CustomerFailure
          id={id}
          error={parsed === null ? null : error}
          isFetching={query.isFetching}
          onRetry={retry}
          onList={onList}
        />
      ) : (
        <CustomerSkeleton onRetry={retry} />
      )}
    </Frame>
  );
}

interface FrameProps {
  readonly onList: () => void;
  readonly strip?: ReactNode;
  readonly children: ReactNode;
}

function Frame({ onList, strip, children }: FrameProps) {
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col print:block">
      {strip}
      <div className="pane flex-1">
        <div data-print="" className="mx-auto w-full max-w-page px-4 py-5 md:px-8 md:py-6">
          <div className="mb-2 min-[1024px]:hidden print:hidden">
            <Button variant="ghost" icon="back" className="-ms-2" onClick={onList}>
              {messages.back}
            </Button>
          </div>
          {children}
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
