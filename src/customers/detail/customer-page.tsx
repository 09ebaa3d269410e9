import { useQuery } from '@tanstack/react-query';
import { useEffectEvent, useEffect, useRef, Suspense, useState } from 'react';
import type { TimelineKind } from '#contract/customer-timeline.ts';
import { getCustomer } from '#contract/customers.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { queryClient } from '#src/api/query-client.ts';
import { read } from '#src/api/read.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { customerName } from '#src/customers/contact.ts';
import { parseId } from '#src/format/id.ts';
import { StaleQuery } from '#src/panels/panel.tsx';
import { Button } from '#src/ui/button.tsx';
import { lazyComponent } from '#src/ui/fetch-code.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { ChannelsPanel } from './channels-panel.tsx';
import { CustomerFacts, CustomerHead } from './customer-head.tsx';
import type { EditDialogProps } from './edit-dialog.tsx';
import { messages } from './messages.ts';
import { NotesPanel } from './notes-panel.tsx';
import { customerOptions, type CustomerAddress, type OpenCustomer } from '#src/customers/open-customer.ts';
import { PortalLinksPanel, SessionsPanel, VisitsPanel, TicketsPanel } from './related-panels.tsx';
import { TimelinePanel } from './timeline-panel.tsx';
import { useOffline } from '#src/browser/offline.ts';
import { useFailure } from '#src/api/failure-message.ts';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { Skeleton } from '#src/ui/loading.tsx';
import { SlowNotice } from '#src/ui/slow-notice.tsx';
import { updateCustomer } from '#contract/customer-writes.ts';
import { listPortalTokens } from '#contract/portal.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { inverse, useWrite } from '#src/api/write.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatInstant } from '#src/format/time.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';

interface CustomerPageProps extends CustomerAddress, Omit<CustomerBodyProps, 'open'> {
  /** As in the address; may be invalid. */
  readonly id: string;
  /** Returns to the list, on a phone. */
  readonly onList: () => void;
  /** The customer has another id than the address: merged, or found by email or phone. */
  readonly onIdentity: (id: string) => void;
}

/** The page of a customer: facts, channels, tickets, notes, timeline. */
export function CustomerPage(props: CustomerPageProps) {
  const { id, email, phone, onList, onIdentity, ...body } = props;
  const hasTools = isWholeService(useWhoami());
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
    if (parsed !== null && (options === null || isUnknown)) return <NoLookUp id={id} onList={onList} />;
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

/** Puts the customer's name into the title of the tab while the page is open. */
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

const EditDialog = lazyComponent<'EditDialog', EditDialogProps>(() => import('./edit-dialog.tsx'), 'EditDialog');

interface CustomerBodyProps {
  readonly open: OpenCustomer;
  /** Kinds of the timeline; none means all. */
  readonly kinds: readonly TimelineKind[];
  readonly onKinds: (kinds: readonly TimelineKind[]) => void;
  readonly onNewTicket: (requester: { name: string | null; email: string | null; phone: string | null }) => void;
}

/** The panels of a customer. */
function CustomerBody({ open, kinds, onKinds, onNewTicket }: CustomerBodyProps) {
  const [isBinding, setBinding] = useState(false);
  const [dialog, setDialog] = useState<'edit' | 'block' | null>(null);
  const { identity } = open.customer;
  const { id, email, blocked_utc: blocked } = identity;
  const { setBlocked } = useBlock(open);
  const timeline = useRef<HTMLDivElement>(null);
  const close = () => setDialog(null);

  function showRatings(): void {
    onKinds(['csat']);
    timeline.current?.scrollIntoView({ block: 'start' });
  }

  return (
    <>
      {blocked == null ? null : <BlockedBanner open={open} sinceUtc={blocked} />}
      <CustomerHead
        open={open}
        onNewTicket={onNewTicket}
        onBind={() => setBinding(true)}
        onEdit={() => setDialog('edit')}
        onBlock={() => (blocked == null ? setDialog('block') : void setBlocked(false))}
      />
      <CustomerFacts open={open} onRatings={open.hasTools ? showRatings : undefined} />
      <ChannelsPanel open={open} isBinding={isBinding} onBinding={setBinding} />
      <TicketsPanel open={open} />
      {open.hasTools ? (
        <>
          <NotesPanel customerId={id} count={identity.notes_count ?? 0} />
          <PortalLinksPanel email={email} />
        </>
      ) : null}
      <div ref={timeline}>
        {open.hasTools ? (
          <TimelinePanel customerId={id} kinds={kinds} onKinds={onKinds} />
        ) : (
          <p className="mt-5 text-12 text-ink-3">{messages.noTools}</p>
        )}
      </div>
      {open.hasTools ? (
        <>
          <SessionsPanel customerId={id} />
          <VisitsPanel customerId={id} />
        </>
      ) : null}
      <Suspense fallback={null}>{dialog === 'edit' ? <EditDialog open={open} onClose={close} /> : null}</Suspense>
      {dialog === 'block' ? <BlockDialog open={open} onClose={close} /> : null}
    </>
  );
}

/** The page while it is loading, in its final sizes. */
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

interface CustomerFailureProps {
  readonly id: string;
  /** Null if the address has no valid id. */
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly onRetry: () => void;
  readonly onList: () => void;
}

/** Why the customer can't be shown, with a link to the list. */
function CustomerFailure({ id, error, isFetching, onRetry, onList }: CustomerFailureProps) {
  const failure = useFailure(error, onRetry);
  const kind = error instanceof ApiFailure ? error.kind : null;
  const isOffline = useOffline() && (kind === 'network' || kind === 'timeout');
  const texts = messages.failure;
  const toList = <Button onClick={onList}>{messages.backToList}</Button>;
  if (failure === null) return <ErrorBlock title={texts.badId} text={texts.badIdText(id)} action={toList} />;
  // The page loads by itself when the service answers again.
  if (isOffline) return <ErrorBlock icon="offline" title={texts.offline} text={texts.offlineText} action={toList} />;
  const isMissing = kind === 'not_found';
  return (
    <ErrorBlock
      icon={kind === 'forbidden' ? 'lock' : isMissing ? 'search' : 'warning'}
      title={isMissing ? texts.missing(id) : kind === 'forbidden' ? texts.forbidden : failure.title}
      text={isMissing ? texts.missingText : failure.text}
      requestId={failure.requestId}
      details={failure.details}
      onRetry={isMissing || kind === 'forbidden' ? undefined : onRetry}
      retrying={isFetching}
      action={toList}
    />
  );
}

/** A service with the API document alone finds customers by email or phone, not by id. */
function NoLookUp({ id, onList }: Pick<CustomerFailureProps, 'id' | 'onList'>) {
  const texts = messages.noLookUp;
  return (
    <ErrorBlock
      icon="search"
      title={texts.title(id)}
      text={texts.text}
      action={<Button onClick={onList}>{messages.backToList}</Button>}
    />
  );
}

const blockTexts = messages.block;

/** At the top of a blocked customer: since when, what it means, and Unblock. */
function BlockedBanner({ open, sinceUtc }: { readonly open: OpenCustomer; readonly sinceUtc: string }) {
  const zone = useDisplayZone();
  const { reason } = useWriteAccess('customers:write');
  const { setBlocked, isBusy } = useBlock(open);

  async function unblock(): Promise<void> {
    // The banner with the focus is gone.
    if (await setBlocked(false)) document.querySelector<HTMLElement>('[data-customer-name]')?.focus();
  }

  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-danger-line bg-danger-tint px-3 py-2 text-danger-text">
      <Icon name="lock" size={14} />
      <p className="min-w-0 flex-1 basis-60">
        <b className="font-medium">{blockTexts.banner(formatInstant(sinceUtc, zone))}</b> {blockTexts.bannerText}
      </p>
      <Button size="sm" busy={isBusy} disabledReason={reason} onClick={() => void unblock()}>
        {messages.verbs.unblock}
      </Button>
    </div>
  );
}

/** Blocks or unblocks a customer, with undo; a toast reports a failure. */
function useBlock({ customer, name }: OpenCustomer) {
  const { write, isBusy } = useWrite(updateCustomer);
  const { id } = customer.identity;
  const failed = (blocked: boolean) => (why: string) =>
    blocked ? blockTexts.blockFailed(name, why) : blockTexts.unblockFailed(name, why);

  async function setBlocked(blocked: boolean): Promise<boolean> {
    const done = await write(
      { body: { id, blocked } },
      {
        failed: failed(blocked),
        undo: () => ({
          text: blocked ? blockTexts.blocked(name) : blockTexts.unblocked(name),
          undo: inverse(updateCustomer, { body: { id, blocked: !blocked } }, { failed: failed(!blocked) }),
        }),
      },
    );
    return done !== null;
  }
  return { setBlocked, isBusy };
}

/** Explains a block before it is made. */
function BlockDialog({ open, onClose }: { readonly open: OpenCustomer; readonly onClose: () => void }) {
  const { reason } = useWriteAccess('customers:write');
  const { identity, tickets } = open.customer;
  const links = useQuery({
    ...read(listPortalTokens, { email: identity.email ?? '', state: 'active', limit: 1 }),
    enabled: identity.email !== null,
  });
  const { setBlocked, isBusy } = useBlock(open);
  const unsolved = tickets.open + tickets.pending;

  async function block(): Promise<void> {
    if (await setBlocked(true)) onClose();
  }

  const count = links.data?.total_count;
  return (
    <ConfirmDialog
      title={blockTexts.title(open.name)}
      submit={messages.verbs.block}
      isDanger
      isBusy={isBusy}
      // A toast reports it.
      error={null}
      disabledReason={reason}
      onConfirm={() => void block()}
      onClose={onClose}
    >
      <p className="font-medium">{blockTexts.stops}</p>
      <ul className="mt-1 list-disc ps-5 text-ink-2">
        <li>
          {identity.email === null || count === 0
            ? blockTexts.noLinks
            : count !== undefined
              ? blockTexts.links(count)
              : !links.isError
                ? blockTexts.countingLinks
                : blockTexts.someLinks}
        </li>
        <li>{blockTexts.page}</li>
        <li>{blockTexts.messages}</li>
      </ul>
      <p className="mt-2 font-medium">{blockTexts.goesOn}</p>
      <ul className="mt-1 list-disc ps-5 text-ink-2">
        <li>{unsolved === 0 ? blockTexts.noTickets : blockTexts.tickets(unsolved)}</li>
      </ul>
      <p className="mt-2 text-ink-2">{blockTexts.back}</p>
    </ConfirmDialog>
  );
}
