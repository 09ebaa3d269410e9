import { Suspense, useEffect, useRef, useState } from 'react';
import type { TimelineKind } from '#contract/customer-timeline.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useAfterPaint } from '#src/browser/use-after-paint.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { BlockedBanner, useBlock } from './blocked-banner.tsx';
import { ChannelsPanel } from './channels-panel.tsx';
import { CustomerFacts, CustomerHead } from './customer-head.tsx';
import { useCustomerVerbs } from './customer-verbs.ts';
import { messages } from './messages.ts';
import { NotesPanel } from './notes-panel.tsx';
import type { OpenCustomer } from './open-customer.ts';
import { PortalLinksPanel, SessionsPanel, VisitsPanel } from './related-panels.tsx';
import { TicketsPanel } from './tickets-panel.tsx';
import { TimelinePanel } from './timeline-panel.tsx';

const EditDialog = lazyPart(async () => (await import('./edit-dialog.tsx')).EditDialog);
const BlockDialog = lazyPart(async () => (await import('./block-dialog.tsx')).BlockDialog);

export interface CustomerBodyProps {
  readonly open: OpenCustomer;
  /** Of the timeline; none means all. */
  readonly kinds: readonly TimelineKind[];
  readonly onKinds: (kinds: readonly TimelineKind[]) => void;
  readonly onNewTicket: (requester: { name: string | null; email: string | null; phone: string | null }) => void;
}

/** Everything of a customer that was found, each panel by itself. */
export function CustomerBody({ open, kinds, onKinds, onNewTicket }: CustomerBodyProps) {
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
