import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { TimelineKind } from '#contract/customer-timeline.ts';
import { listVisitors } from '#contract/visitors.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useIdle } from '#src/browser/use-idle.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatInstant } from '#src/format/time.ts';
import { Chip } from '#src/ui/chip.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { setBlocked } from './block/block-write.ts';
import { BlockedBanner } from './block/blocked-banner.tsx';
import { ChannelsPanel } from './channels/channels-panel.tsx';
import { CustomerFacts } from './customer-facts.tsx';
import { CustomerHead } from './customer-head.tsx';
import { useCustomerVerbs } from './customer-verbs.ts';
import { NotesPanel } from './notes/notes-panel.tsx';
import type { OpenCustomer } from './open-customer.ts';
import { messages } from './related/messages.ts';
import { NewestRows, SHOWN } from './related/newest-rows.tsx';
import { PortalLinksPanel } from './related/portal-links-panel.tsx';
import { SessionsPanel } from './related/sessions-panel.tsx';
import { TicketsPanel } from './tickets/tickets-panel.tsx';
import { KnownTimeline } from './timeline/known-timeline.tsx';
import { TimelinePanel } from './timeline/timeline-panel.tsx';
import { useCustomerCommands } from './use-customer-commands.ts';

const { visits: texts } = messages;

/** Browsers that the website knows this customer by, with what they did. */
function VisitsPanel({ customerId }: { readonly customerId: bigint }) {
  const zone = useDisplayZone();
  const query = useQuery({
    ...read(listVisitors, { customer_identity_id: customerId, limit: SHOWN }),
    select: (reply) => ('items' in reply ? reply : { items: [reply], total_count: 1 }),
    staleTime: 60_000,
  });
  return (
    <NewestRows texts={texts} resource={listVisitors.resource} query={query} keyOf={(visitor) => visitor.id.toString()}>
      {(visitor) => (
        <>
          <span className="flex min-w-0 items-center gap-0.5">
            <span dir="ltr" className="min-w-0 font-mono text-12 [overflow-wrap:anywhere]">
              {visitor.visitor_key}
            </span>
            <span className="print:hidden">
              <CopyButton text={visitor.visitor_key} label={texts.copy(visitor.visitor_key)} />
            </span>
          </span>
          <span className="tabular-nums">{texts.events(visitor.event_count)}</span>
          {visitor.segments.map((segment) => (
            <Chip key={segment}>{segment}</Chip>
          ))}
          <span className="ms-auto text-12 whitespace-nowrap text-ink-3 tabular-nums">
            {texts.lastSeen(formatInstant(visitor.last_seen_utc, zone))}
          </span>
        </>
      )}
    </NewestRows>
  );
}

const EditDialog = lazyPart(async () => (await import('./edit/edit-dialog.tsx')).EditDialog);
const BlockDialog = lazyPart(async () => (await import('./block/block-dialog.tsx')).BlockDialog);

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
  // What stands below comes after what is asked for first.
  const isIdle = useIdle(true);
  const verbs = useCustomerVerbs(open, {
    onNewTicket,
    onBind: () => setBinding(true),
    onEdit: () => setDialog('edit'),
    onBlock: () => (blocked == null ? setDialog('block') : void setBlocked(open, false)),
  });
  useCustomerCommands(open, verbs);
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
          <KnownTimeline open={open} />
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
