import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, type ComponentProps } from 'react';
import { getHealth } from '#contract/site.ts';
import type { TicketDetail as DetailData, TicketStatus } from '#contract/tickets.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { read } from '#src/api/read.ts';
import { useFailure } from '#src/api/failure-message.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useOffline } from '#src/browser/offline.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { parseDuration } from '#src/format/duration.ts';
import { parseId } from '#src/format/id.ts';
import { formatTime } from '#src/format/time.ts';
import { Copilot } from '#src/copilot/copilot.tsx';
import { forgetDraftsOf } from '#src/outbox/drafts.ts';
import { useComposeKeys } from '#src/ticket-edit/compose-keys.ts';
import { ConflictNotice } from '#src/ticket-edit/conflict-notice.tsx';
import { WithTagColors } from '#src/ticket-edit/ticket-tag.tsx';
import { messages as editMessages } from '#src/ticket-edit/messages.ts';
import { TICKET_TABS, type OpenTicket } from '#src/ticket-edit/open-ticket.ts';
import { useTicketChange, withChange, type Conflict, type TicketChange } from '#src/ticket-edit/update/change-store.ts';
import { describeDifference, describePatches, describeWho } from '#src/ticket-edit/update/describe-change.ts';
import { messages as verbs } from '#src/ticket-edit/verb-messages.ts';
import { Composer } from '#src/tickets/composer/composer.tsx';
import { PrintedFacts } from '#src/tickets/properties/ticket-facts.tsx';
import { TicketProperties } from '#src/tickets/properties/ticket-properties.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import { StaleStrip } from '#src/ui/stale-strip.tsx';
import { messages } from './messages.ts';
import { ThreadPane } from './ticket-body.tsx';
import { TicketHead } from './ticket-head.tsx';
import { ticketOptions } from './ticket-query.ts';
import { TicketKeys } from './ticket-verbs.tsx';

/** A change that was not saved: the reason, with Retry and Dismiss. */
function ChangeFailure({ ticket, change }: { readonly ticket: DetailData; readonly change: TicketChange | undefined }) {
  if (change?.state !== 'failed') return null;
  const { reason, retry, dismiss, conflict } = change;
  const words = messages.change;
  return (
    <div className="flex-none px-5 pt-2 max-md:px-4 print:hidden">
      {conflict === undefined ? (
        <div
          role="alert"
          className="flex max-w-[calc(var(--w-measure)+84px)] flex-wrap items-center gap-2 rounded-control border border-danger-line bg-danger-tint px-3 py-1.5 text-12 text-danger-text"
        >
          <Icon name="warning" size={14} />
          <span className="min-w-40 flex-1 [overflow-wrap:anywhere]">{words.notSaved(reason ?? '')}</span>
          {dismiss === undefined ? null : (
            <Button size="sm" onClick={dismiss}>
              {words.dismiss}
            </Button>
          )}
          {retry === undefined ? null : (
            <Button size="sm" onClick={retry}>
              {words.retry}
            </Button>
          )}
        </div>
      ) : (
        <ChangeConflict ticket={ticket} conflict={conflict} />
      )}
    </div>
  );
}

interface ChangeConflictProps {
  /** With its activity, which names the other person. */
  readonly ticket: DetailData;
  readonly conflict: Conflict;
}

function ChangeConflict({ ticket, conflict }: ChangeConflictProps) {
  const zone = useDisplayZone();
  const { before, current, patches, reload, applyAnyway } = conflict;
  const since = before.updated_utc;
  const seen = since === undefined ? [] : (ticket.activity ?? []).filter(({ created_utc: at }) => at <= since);
  return (
    <div className="max-w-[calc(var(--w-measure)+84px)]">
      <ConflictNotice
        title={describeWho({ activity: seen }, ticket, zone)}
        difference={describeDifference(before, current, zone)}
        unsaved={editMessages.conflict.notSaved(describePatches(patches, zone))}
        onReload={reload}
        onApplyAnyway={applyAnyway}
      />
    </div>
  );
}

interface TicketFailureProps {
  readonly id: string;
  /** Null if the address contains no valid id. */
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly onRetry: () => void;
  readonly onInbox: () => void;
}

function isNotFound(error: Error | null): boolean {
  return error instanceof ApiFailure && error.code === 'not_found';
}

/** The reason why there is no ticket, with a button to the list. */
function TicketFailure({ id, error, isFetching, onRetry, onInbox }: TicketFailureProps) {
  const isOffline = useOffline();
  const failure = useFailure(error, onRetry);
  const kind = error instanceof ApiFailure ? error.kind : null;
  // The ticket was erased, so its drafts go too.
  const isGone = isNotFound(error);
  useEffect(() => {
    if (isGone) forgetDraftsOf(BigInt(id));
  }, [isGone, id]);
  const toInbox = <Button onClick={onInbox}>{messages.toInbox}</Button>;
  if (failure === null) return <ErrorBlock title={messages.badId} text={messages.badIdText(id)} action={toInbox} />;
  // It loads by itself when the connection is back.
  if (isOffline && kind === 'network')
    return <ErrorBlock icon="offline" title={messages.notLoaded} text={messages.notLoadedText} action={toInbox} />;
  return (
    <ErrorBlock
      icon={kind === 'forbidden' ? 'lock' : kind === 'not_found' ? 'search' : 'warning'}
      title={kind === 'not_found' ? messages.missing(id) : kind === 'forbidden' ? messages.forbidden : failure.title}
      text={kind === 'not_found' ? messages.missingText : failure.text}
      requestId={failure.requestId}
      details={failure.details}
      onRetry={kind === 'not_found' || kind === 'forbidden' ? undefined : onRetry}
      retrying={isFetching}
      action={toInbox}
    />
  );
}

type TicketDetailProps = Omit<OpenTicket, 'listPosition'> & {
  /** Undefined if the ticket was not opened from a list. */
  readonly listPosition: OpenTicket['listPosition'] | undefined;
  readonly onInbox: () => void;
  /** Binds the keys of its verbs, because no list around it does. */
  readonly hasKeys?: boolean;
};

/** One ticket: conversation and activity, with its properties beside them on wide screens. */
export function TicketDetail(props: TicketDetailProps) {
  const { id, tab, onTab, listPosition, onBack, onPage, onInbox, hasKeys = false } = props;
  const parsed = parseId(id);
  const query = useQuery({ ...ticketOptions(parsed ?? 0n), enabled: parsed !== null });
  const threshold = useQuery({ ...read(getHealth), staleTime: 60_000 }).data?.stale_threshold;
  const thresholdMs = useMemo(() => (threshold === undefined ? null : parseDuration(threshold)), [threshold]);
  const hasPane = useMedia('(min-width: 1280px)');
  const [isOpen, setIsOpen] = useState(false);
  const isOffline = useOffline();
  const canComment = isWholeService(useWhoami());
  const zone = useDisplayZone();
  const { data: stored, isPlaceholderData: isPreview } = query;
  const change = useTicketChange(stored?.id);
  const ticket = useMemo(() => (stored === undefined ? undefined : withChange(stored, change)), [stored, change]);
  const { keys } = messages;
  const openProperties = useCallback(() => setIsOpen(true), []);
  useShortcut('i', openProperties, {
    label: verbs.properties,
    group: keys.group,
    when: !hasPane && ticket !== undefined,
  });
  const body = useRef<HTMLDivElement>(null);

  const shownId = useRef(id);
  useEffect(() => {
    shownId.current = id;
  }, [id]);
  const onSent = useCallback(
    (status: TicketStatus | null): void => {
      // Another ticket is on screen.
      if (shownId.current !== id) return;
      if (status === 'resolved' && listPosition !== undefined) return listPosition.onDone();
      requestAnimationFrame(() => body.current?.scrollTo({ top: body.current.scrollHeight }));
    },
    [id, listPosition],
  );
  const onLeave = useCallback(() => body.current?.focus(), []);
  useTicketTitle(ticket);
  const retry = () => void query.refetch();
  // A page has a heading in every state.
  const title = onBack === undefined ? null : <h1 className="sr-only">{messages.one}</h1>;
  // Offline, show the failure now; don't wait for automatic retries.
  const failure = query.error ?? (isOffline ? query.failureReason : null);
  const notShown = (
    <TicketFailure
      id={id}
      error={parsed === null ? null : failure}
      isFetching={query.isFetching}
      onRetry={retry}
      onInbox={onInbox}
    />
  );
  const isFailed = parsed === null || (failure !== null && (ticket === undefined || isPreview));
  // Keep the composer while the row is loaded: the next letter must not become a key of the page.
  if (isFailed && (ticket === undefined || isNotFound(failure))) {
    return (
      <>
        {title}
        {notShown}
      </>
    );
  }
  if (ticket === undefined || stored === undefined) {
    return (
      <div role="status" aria-busy="true" aria-label={messages.loading} className="ticket-skeleton">
        {title}
      </div>
    );
  }
  const properties = (
    <TicketProperties ticket={ticket} stored={stored} thresholdMs={thresholdMs} isPreview={isPreview} />
  );
  const counts = {
    comments: ticket.comment_count ?? ticket.comments?.length,
    activity: ticket.activity?.length,
    links: ticket.links?.length,
  };
  return (
    <div data-print="" className="flex min-h-0 min-w-0 flex-1 print:block">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col print:block">
        <TicketHead
          ticket={ticket}
          stored={stored}
          change={change}
          listPosition={listPosition}
          onBack={onBack}
          onPage={onPage}
          onProperties={hasPane ? undefined : openProperties}
        />
        {query.isError && !isOffline ? (
          <StaleStrip
            shownAt={formatTime(new Date(query.dataUpdatedAt).toISOString(), zone)}
            onRetry={retry}
            retrying={query.isFetching}
          />
        ) : null}
        <PrintedFacts ticket={ticket} zone={zone} />
        <div className="flex-none overflow-x-auto px-5 pt-2.5 pb-1 [scrollbar-width:none] max-md:px-4 print:hidden">
          <Segmented
            label={messages.tabs.label}
            value={tab}
            options={TICKET_TABS.map((value) => {
              const count = value === 'timeline' ? undefined : counts[value];
              return { value, label: count === undefined ? messages.tabs[value] : `${messages.tabs[value]} ${count}` };
            })}
            onChange={onTab}
          />
        </div>
        {isFailed ? (
          <div ref={body} tabIndex={-1} className="pane flex-1 outline-none">
            {notShown}
          </div>
        ) : (
          <ThreadPane pane={body} ticket={ticket} tab={tab} isPreview={isPreview} />
        )}
        <ChangeFailure ticket={stored} change={change} />
        {hasKeys ? <TicketKeys ticket={stored} onDone={listPosition?.onDone} /> : null}
        <Copilot key={`copilot ${id}`} ticket={stored} isPreview={isPreview} onLeave={onLeave} />
        {canComment ? (
          <Composer key={id} ticket={stored} isPreview={isPreview} onLeave={onLeave} onSent={onSent} />
        ) : null}
      </div>
      {hasPane ? (
        <aside
          aria-label={messages.properties.label}
          className="pane w-[252px] flex-none border-s border-line px-4 py-2.5 2xl:w-[320px]"
        >
          {properties}
        </aside>
      ) : null}
      {isOpen && !hasPane ? (
        <Dialog kind="drawer" title={messages.properties.label} onClose={() => setIsOpen(false)}>
          {properties}
        </Dialog>
      ) : null}
    </div>
  );
}

/** Sets the title of the browser tab while the ticket is open. */
function useTicketTitle(ticket: DetailData | undefined): void {
  const title =
    ticket === undefined
      ? null
      : messages.pageTitle(
          String(ticket.ticket_number),
          ticket.subject.trim() === '' ? messages.noSubject : ticket.subject,
        );
  useEffect(() => {
    if (title === null) return undefined;
    const before = document.title;
    document.title = messages.documentTitle(title);
    return () => {
      document.title = before;
    };
  }, [title]);
}

type TicketPageProps = Pick<ComponentProps<typeof TicketDetail>, 'id' | 'tab' | 'onTab' | 'listPosition' | 'onInbox'>;

/** A ticket at its own address. */
export function TicketPage({ id, tab, onTab, listPosition, onInbox }: TicketPageProps) {
  const { keys } = messages;
  const parsed = parseId(id);
  const ticket = useQuery({ ...ticketOptions(parsed ?? 0n), enabled: parsed !== null }).data;
  const isKnown = ticket !== undefined;
  useEffect(() => {
    if (!isKnown) document.title = messages.documentTitle(messages.one);
  }, [isKnown]);
  useComposeKeys(() => parsed?.toString(), ticket !== undefined);
  useShortcut('escape', onInbox, { label: keys.back, group: keys.group });
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    // The focused element may have disappeared with the previous ticket.
    if (document.activeElement === document.body) page.current?.focus({ preventScroll: true });
  }, [id]);
  return (
    <WithTagColors>
      <section
        ref={page}
        tabIndex={-1}
        aria-label={messages.one}
        className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface outline-none min-[1400px]:[--w-measure:820px] 2xl:[--w-measure:960px]"
      >
        <TicketDetail
          id={id}
          tab={tab}
          onTab={onTab}
          listPosition={listPosition}
          onBack={onInbox}
          onPage={undefined}
          onInbox={onInbox}
          hasKeys
        />
      </section>
    </WithTagColors>
  );
}
