import { useQuery } from '@tanstack/react-query';
import { useEffectEvent, useEffect, useRef, Suspense, useState } from 'react';
import type { TimelineKind } from '#contract/customer-timeline.ts';
import { getCustomer } from '#contract/customers.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { queryClient } from '#src/api/query-client.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useAfterPaint } from '#src/browser/use-after-paint.ts';
import { customerName } from '#src/customers/customer-name.ts';
import { parseId } from '#src/format/id.ts';
import { StaleQuery } from '#src/panels/panel.tsx';
import { Button } from '#src/ui/button.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { BlockDialog, BlockedBanner, useBlock } from './block.tsx';
import { ChannelsPanel } from './channels-panel.tsx';
import { CustomerFacts, CustomerHead } from './customer-head.tsx';
import { AddressForm, CustomerFailure, CustomerSkeleton } from './customer-states.tsx';
import { useCustomerVerbs } from './customer-verbs.ts';
import { messages } from './messages.ts';
import { NotesPanel } from './notes-panel.tsx';
import { customerOptions, type CustomerAddress, type OpenCustomer } from './open-customer.ts';
import { PortalLinksPanel, SessionsPanel, VisitsPanel, TicketsPanel } from './related-panels.tsx';
import { TimelinePanel } from './timeline-panel.tsx';

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
  const leave = useEffectEvent(onIdentity);
  useEffect(() => {
    if (!isElsewhere) return;
    const survivor = customerOptions(found, { hasTools, email, phone });
    if (survivor !== null) queryClient.setQueryData(survivor.queryKey, customer);
    if (hasTools) toast({ kind: 'info', text: messages.mergedInto(id, found.toString()), stayMs: 10_000 });
    leave(found.toString());
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

const EditDialog = lazyPart(async () => (await import('./edit-dialog.tsx')).EditDialog);

interface CustomerBodyProps {
  readonly open: OpenCustomer;
  /** Of the timeline; none means all. */
  readonly kinds: readonly TimelineKind[];
  readonly onKinds: (kinds: readonly TimelineKind[]) => void;
  readonly onNewTicket: (requester: { name: string | null; email: string | null; phone: string | null }) => void;
}

/** Everything of a customer that was found, each panel by itself. */
function CustomerBody({ open, kinds, onKinds, onNewTicket }: CustomerBodyProps) {
  const [isBinding, setBinding] = useState(false);
  const [dialog, setDialog] = useState<'edit' | 'block' | null>(null);
  const { identity } = open.customer;
  const { id, email, blocked_utc: blocked } = identity;
  const hasSessions = hasExtension(useWhoami(), 'ai_sessions');
  // The panels below wait for the first calls.
  const isIdle = useAfterPaint(true);
  const { setBlocked } = useBlock(open);
  const verbs = useCustomerVerbs(open, {
    onNewTicket,
    onBind: () => setBinding(true),
    onEdit: () => setDialog('edit'),
    onBlock: () => (blocked == null ? setDialog('block') : void setBlocked(false)),
  });
  const timeline = useRef<HTMLDivElement>(null);
  const close = () => setDialog(null);
  const preload = isIdle && open.hasTools;
  useEffect(() => {
    if (preload) EditDialog.preload();
  }, [preload]);

  function showRatings(): void {
    onKinds(['csat']);
    timeline.current?.scrollIntoView({ block: 'start' });
  }

  return (
    <>
      {blocked == null ? null : (
        <BlockedBanner
          open={open}
          sinceUtc={blocked}
          onUnblocked={() => document.querySelector<HTMLElement>('[data-customer-name]')?.focus()}
        />
      )}
      <CustomerHead open={open} verbs={verbs} />
      <CustomerFacts open={open} onRatings={open.hasTools ? showRatings : undefined} />
      <ChannelsPanel open={open} isBinding={isBinding} onBinding={setBinding} />
      <TicketsPanel open={open} />
      {open.hasTools ? <NotesPanel customerId={id} count={identity.notes_count ?? 0} /> : null}
      <PortalLinksPanel email={email} />
      <div ref={timeline}>
        {open.hasTools ? (
          <TimelinePanel customerId={id} kinds={kinds} onKinds={onKinds} />
        ) : (
          <p className="mt-5 text-12 text-ink-3">{messages.noTools}</p>
        )}
      </div>
      {isIdle && hasSessions ? <SessionsPanel customerId={id} /> : null}
      {isIdle && open.hasTools ? <VisitsPanel customerId={id} /> : null}
      <Suspense fallback={null}>
        {dialog === 'edit' ? <EditDialog open={open} onClose={close} /> : null}
        {dialog === 'block' ? <BlockDialog open={open} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
