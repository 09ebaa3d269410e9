import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { TimelineKind } from '#contract/customer-timeline.ts';
import { updateCustomer } from '#contract/customer-writes.ts';
import { getCustomer, type ChannelHandle } from '#contract/customers.ts';
import { queryClient } from '#src/api/query-client.ts';
import { read } from '#src/api/read.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { inverse, useWrite } from '#src/api/write.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { customerName } from '#src/customers/contact.ts';
import type { EditDialogProps } from '#src/customers/customer-dialogs.tsx';
import { customerOptions, type CustomerAddress, type OpenCustomer } from '#src/customers/open-customer.ts';
import type { EraseDialogProps } from '#src/customers/person-data/erase-dialog.tsx';
import type { ExportDialogProps } from '#src/customers/person-data/export-dialog.tsx';
import { parseId } from '#src/format/id.ts';
import { formatInstant } from '#src/format/time.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { QueryState } from '#src/panels/panel.tsx';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { lazyComponent } from '#src/ui/fetch-code.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { BindDialog } from './bind-dialog.tsx';
import { ChannelsPanel } from './channels-panel.tsx';
import { CustomerFacts, CustomerHead } from './customer-head.tsx';
import { messages } from './messages.ts';
import { NotesPanel } from './notes-panel.tsx';
import { PortalLinksPanel, SessionsPanel, TicketsPanel, VisitsPanel } from './related-panels.tsx';
import { TimelinePanel } from './timeline-panel.tsx';

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
  const { data: customer } = query;
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

  const { failure } = messages;
  const toList = <Button onClick={onList}>{messages.backToList}</Button>;
  const missing =
    parsed === null ? (
      <ErrorBlock icon="search" title={failure.badId} text={failure.badIdText(id)} action={toList} />
    ) : hasTools ? (
      <ErrorBlock icon="search" title={failure.missing(id)} text={failure.missingText} action={toList} />
    ) : (
      // The API document alone finds customers by email or phone, not by id.
      <ErrorBlock icon="search" title={failure.noLookUp(id)} text={failure.noLookUpText} action={toList} />
    );
  return (
    <div className="pane min-w-0 flex-1 print:block">
      <div data-print="" className="mx-auto w-full max-w-page px-4 py-5 md:px-8 md:py-6">
        <div className="mb-2 min-[1024px]:hidden print:hidden">
          <Button variant="ghost" icon="back" className="-ms-2" onClick={onList}>
            {messages.back}
          </Button>
        </div>
        {options === null ? (
          missing
        ) : (
          <QueryState
            query={query}
            name={messages.name}
            loading={messages.loading}
            rows={12}
            missing={missing}
            action={toList}
          >
            {(data) => (
              <CustomerBody
                open={{ customer: data, queryKey: options.queryKey, name: customerName(data.identity), hasTools }}
                {...body}
              />
            )}
          </QueryState>
        )}
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

const EditDialog = lazyComponent<'EditDialog', EditDialogProps>(
  () => import('#src/customers/customer-dialogs.tsx'),
  'EditDialog',
);
const ExportDialog = lazyComponent<'ExportDialog', ExportDialogProps>(
  () => import('#src/customers/person-data/export-dialog.tsx'),
  'ExportDialog',
);
const EraseDialog = lazyComponent<'EraseDialog', EraseDialogProps>(
  () => import('#src/customers/person-data/erase-dialog.tsx'),
  'EraseDialog',
);

interface CustomerBodyProps {
  readonly open: OpenCustomer;
  /** The kind of the timeline; undefined for all. */
  readonly kind: TimelineKind | undefined;
  readonly onKind: (kind: TimelineKind | undefined) => void;
  readonly onNewTicket: (requester: { name: string | null; email: string | null; phone: string | null }) => void;
  /** Leaves the page, and forgets the customer elsewhere in this tab. */
  readonly onErased: (id: bigint) => Promise<void>;
}

/** The panels of a customer. */
function CustomerBody({ open, kind, onKind, onNewTicket, onErased }: CustomerBodyProps) {
  const [dialog, setDialog] = useState<'edit' | 'block' | 'export' | 'erase' | null>(null);
  const [binding, setBinding] = useState<ChannelHandle | 'new' | null>(null);
  const { identity } = open.customer;
  const { id, email, blocked_utc: blocked } = identity;
  const { setBlocked, isBusy } = useBlock(open);
  const timeline = useRef<HTMLDivElement>(null);
  const close = () => setDialog(null);

  function showRatings(): void {
    onKind('csat');
    timeline.current?.scrollIntoView({ block: 'start' });
  }

  return (
    <>
      {blocked == null ? null : (
        <BlockedBanner
          sinceUtc={blocked}
          isBusy={isBusy}
          onUnblock={() =>
            void setBlocked(false).then((done) => {
              // The banner with the focus is gone.
              if (done) document.querySelector<HTMLElement>('[data-customer-name]')?.focus();
            })
          }
        />
      )}
      <CustomerHead
        open={open}
        onNewTicket={onNewTicket}
        onBind={() => setBinding('new')}
        onBlock={() => (blocked == null ? setDialog('block') : void setBlocked(false))}
        onDialog={setDialog}
      />
      <CustomerFacts open={open} onRatings={open.hasTools ? showRatings : undefined} />
      <ChannelsPanel open={open} onBind={(handle) => setBinding(handle ?? 'new')} />
      <TicketsPanel open={open} />
      {open.hasTools ? (
        <>
          <NotesPanel customerId={id} count={identity.notes_count ?? 0} />
          <PortalLinksPanel email={email} />
          <div ref={timeline}>
            <TimelinePanel customerId={id} kind={kind} onKind={onKind} />
          </div>
          <SessionsPanel customerId={id} />
          <VisitsPanel customerId={id} />
        </>
      ) : (
        <p className="mt-5 text-12 text-ink-3">{messages.noTools}</p>
      )}
      {binding === null ? null : (
        <BindDialog open={open} bound={binding === 'new' ? null : binding} onClose={() => setBinding(null)} />
      )}
      {dialog === 'block' ? (
        <BlockDialog
          name={open.name}
          isBusy={isBusy}
          onBlock={() => void setBlocked(true).then((done) => (done ? close() : undefined))}
          onClose={close}
        />
      ) : null}
      <Suspense fallback={null}>
        {dialog === 'edit' ? <EditDialog open={open} onClose={close} /> : null}
        {dialog === 'export' ? <ExportDialog id={id} name={open.name} onClose={close} /> : null}
        {dialog === 'erase' ? (
          <EraseDialog open={open} onClose={close} onExport={() => setDialog('export')} onErased={onErased} />
        ) : null}
      </Suspense>
    </>
  );
}

const texts = messages.block;

interface BlockedBannerProps {
  readonly sinceUtc: string;
  readonly isBusy: boolean;
  readonly onUnblock: () => void;
}

/** At the top of a blocked customer: since when, what it means, and Unblock. */
function BlockedBanner({ sinceUtc, isBusy, onUnblock }: BlockedBannerProps) {
  const zone = useDisplayZone();
  const { reason } = useWriteAccess('customers:write');
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-danger-line bg-danger-tint px-3 py-2 text-danger-text">
      <Icon name="lock" size={14} />
      <p className="min-w-0 flex-1 basis-60">
        <b className="font-medium">{texts.banner(formatInstant(sinceUtc, zone))}</b> {texts.bannerText}
      </p>
      <Button size="sm" busy={isBusy} disabledReason={reason} onClick={onUnblock}>
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
    blocked ? texts.blockFailed(name, why) : texts.unblockFailed(name, why);

  async function setBlocked(blocked: boolean): Promise<boolean> {
    const done = await write(
      { body: { id, blocked } },
      {
        failed: failed(blocked),
        undo: () => ({
          text: blocked ? texts.blocked(name) : texts.unblocked(name),
          undo: inverse(updateCustomer, { body: { id, blocked: !blocked } }, { failed: failed(!blocked) }),
        }),
      },
    );
    return done !== null;
  }
  return { setBlocked, isBusy };
}

interface BlockDialogProps {
  readonly name: string;
  readonly isBusy: boolean;
  readonly onBlock: () => void;
  readonly onClose: () => void;
}

/** Explains a block before it is made. */
function BlockDialog({ name, isBusy, onBlock, onClose }: BlockDialogProps) {
  const { reason } = useWriteAccess('customers:write');
  return (
    <ConfirmDialog
      title={texts.title(name)}
      submit={messages.verbs.block}
      isDanger
      isBusy={isBusy}
      // A toast reports it.
      error={null}
      disabledReason={reason}
      onConfirm={onBlock}
      onClose={onClose}
    >
      <ul className="flex list-disc flex-col gap-1.5 ps-5 text-ink-2">
        <li>{texts.links}</li>
        <li>{texts.messages}</li>
        <li>{texts.tickets}</li>
      </ul>
      <p className="mt-2 text-ink-2">{texts.back}</p>
    </ConfirmDialog>
  );
}
