import { Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { getTicket, type Ticket } from '#contract/tickets.ts';
import { queryClient } from '#src/api/query-client.ts';
import { useWhoami, hasExtension } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { hasDatabase } from '#src/browser/database.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { isBusy, useJob } from '#src/bulk-edit/job-store.ts';
import { formatCount } from '#src/format/number.ts';
import type { ListQuery } from '#src/inbox/filters/filter-table.ts';
import { focusActiveRow, type ListGridProps } from '#src/inbox/list/list-grid.tsx';
import { useListAnnouncements } from '#src/inbox/list/use-list-announcements.ts';
import type { Selection } from '#src/inbox/list/use-selection.ts';
import type { InboxSearch } from '#src/inbox/search.ts';
import { useComposeKeys } from '#src/ticket-edit/compose-keys.ts';
import { FieldPicker } from '#src/ticket-edit/pickers/field-picker.tsx';
import { usePickerChoices } from '#src/ticket-edit/pickers/picker-data.ts';
import type { PickerField } from '#src/ticket-edit/pickers/picker-choices.tsx';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { changeTicket } from '#src/ticket-edit/update/change-ticket.ts';
import { useVerbKeys } from '#src/ticket-edit/verb-keys.ts';
import { messages } from '#src/ticket-edit/verb-messages.ts';
import { Button } from '#src/ui/button.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { useListKeys, useTicketCommands, ListCommands } from './list-keys.tsx';
import { useBulkChange } from './use-bulk-change.tsx';

interface BulkBarProps {
  readonly count: number;
  readonly total: number;
  readonly loaded: number;
  readonly isAllMatching: boolean;
  readonly disabledReason: string | undefined;
  readonly onPick: (field: PickerField, anchor: HTMLElement) => void;
  readonly onSelectAll: () => void;
  readonly onSelectLoaded: () => void;
  readonly onClear: () => void;
}

function BulkBar(props: BulkBarProps) {
  const { count, total, loaded, isAllMatching, disabledReason, onPick, onSelectAll, onSelectLoaded, onClear } = props;
  const whoami = useWhoami();
  const fields: readonly { readonly field: PickerField; readonly label: string; readonly kbd?: string }[] = [
    { field: 'status', label: messages.status },
    { field: 'priority', label: messages.priority },
    { field: 'assignee', label: messages.assign, kbd: 'a' },
    ...(hasExtension(whoami, 'ticket_comments') ? [{ field: 'tags' as const, label: messages.tags, kbd: 't' }] : []),
    ...(hasExtension(whoami, 'agents') ? [{ field: 'snooze' as const, label: messages.snooze, kbd: 'z' }] : []),
  ];
  return (
    <div
      role="toolbar"
      aria-label={messages.bar}
      data-bulk-bar=""
      tabIndex={-1}
      className="flex min-h-12 flex-none flex-wrap items-center gap-1.5 border-t border-line-strong bg-raised px-3 py-2 text-12 shadow-1 outline-none"
    >
      <span className="me-1 font-medium whitespace-nowrap text-ink tabular-nums">
        {isAllMatching ? messages.allSelected(formatCount(count)) : messages.selected(count, formatCount(count))}
      </span>
      {fields.map(({ field, label, kbd }) => (
        <Button
          key={field}
          size="sm"
          aria-haspopup="dialog"
          disabledReason={disabledReason}
          {...(kbd === undefined ? {} : { kbd })}
          onClick={(event) => onPick(field, event.currentTarget)}
        >
          {label}
        </Button>
      ))}
      <span className="flex-1" />
      {isAllMatching || loaded >= total || count < loaded ? null : (
        <Button variant="ghost" size="sm" onClick={onSelectAll}>
          {messages.selectAll(formatCount(total))}
        </Button>
      )}
      {isAllMatching || count >= loaded ? null : (
        <Button variant="ghost" size="sm" onClick={onSelectLoaded}>
          {messages.selectLoaded(formatCount(loaded))}
        </Button>
      )}
      <Button variant="ghost" size="sm" kbd="escape" onClick={onClear}>
        {messages.clear}
      </Button>
    </div>
  );
}

/**
 * Keeps the tickets selected whose change failed and those that were left out, when a job has ended, and finds a job
 * that a reload cut off.
 */
function useJobSelection(selection: Selection, leftOut: RefObject<readonly string[]>): void {
  const job = useJob();
  const siteId = useWhoami().site_id.toString();
  const phase = job?.phase;
  const latest = useRef({ selection, job });
  useLayoutEffect(() => {
    latest.current = { selection, job };
  });

  const before = useRef(phase);
  useEffect(() => {
    const had = before.current;
    before.current = phase;
    const now = latest.current;
    if (had === undefined || had === 'paused' || (phase !== 'done' && phase !== 'stopped')) return;
    if (now.job?.mode !== 'apply') return;
    const failed = now.job.failedRows.filter(({ state }) => state === 'failed');
    now.selection.keep([...failed.map(({ id }) => id.toString()), ...leftOut.current]);
  }, [phase, leftOut]);

  // A browser in which no job was ever begun does without their code.
  const hasJob = job !== null;
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (hasJob) setWanted(true);
    else void hasDatabase('jobs').then((isThere) => isThere && setWanted(true));
  }, [hasJob]);
  useEffect(() => {
    if (!isWanted) return undefined;
    let stop: (() => void) | null = null;
    let isOver = false;
    import('#src/bulk-edit/restore-jobs.ts').then(
      ({ restoreJob, offerJobs }) => {
        if (isOver) return;
        void restoreJob(siteId);
        stop = offerJobs(siteId);
      },
      // Without a connection the palette does without the last jobs.
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [siteId, isWanted]);
}

/** The parameters that choose the tickets of a list, as they stand in a URL; the order chooses nothing. */
function selectionQuery(query: ListQuery): Readonly<Record<string, string>> {
  const { order_by: _order, dir: _dir, ...chosen } = query;
  const text: Record<string, string> = {};
  for (const [name, value] of Object.entries(chosen)) {
    if (value === undefined) continue;
    text[name] = value === true ? '1' : String(value);
  }
  return text;
}

const BulkJobStrip = lazyPart(
  async () => (await import('#src/bulk-edit/bulk-job-panel.tsx')).BulkJobStrip,
  () => null,
);

const TouchSelection = lazyPart(
  async () => (await import('#src/inbox/touch-selection.ts')).TouchSelection,
  () => null,
);

interface VerbsProps extends Pick<
  ListGridProps,
  'grid' | 'list' | 'plan' | 'selection' | 'openId' | 'isCovered' | 'actions'
> {
  readonly search: InboxSearch;
  /** Tickets can be drawn at once, with their composers. */
  readonly hasComposer: boolean;
  /** See `useComposeKeys`. */
  readonly onCompose: () => string | undefined;
  /** Told true once the keys of the verbs are there. */
  readonly onReady: (isReady: boolean) => void;
}

/** Everything that changes tickets from the list: keys, the bar over a selection, the pickers, the palette's verbs. */
export function Verbs(props: VerbsProps) {
  const { grid, list, plan, selection, search, openId, isCovered, actions, onReady } = props;
  const { allowed, reason } = useWriteAccess('tickets:write');
  usePickerChoices();
  useListAnnouncements(plan, list);
  const [picker, setPicker] = useState<{ readonly field: PickerField; readonly tickets: readonly Ticket[] } | null>(
    null,
  );
  const place = useRef<HTMLElement | null>(null);
  const anchor = useMemo(
    () => ({
      get current() {
        return place.current ?? grid.current?.activeRow().element ?? null;
      },
    }),
    [grid],
  );
  const { rows, total } = list;
  const hasSelection = selection.ids.size > 0;
  const count = selection.isAllMatching ? (total ?? 0) : selection.ids.size;

  const one = useCallback((): Ticket | undefined => {
    if (isCovered && openId !== undefined) {
      const index = rows.indexOf(openId);
      return index === undefined ? cachedTicket(openId) : rows.at(index);
    }
    const active = grid.current?.activeRow();
    // A ticket that was opened by its address stands in no row.
    return active?.isChosen === false && openId !== undefined ? cachedTicket(openId) : active?.row;
  }, [rows, grid, openId, isCovered]);

  const ticked = useCallback(
    (): readonly Ticket[] =>
      [...selection.ids].flatMap((id) => {
        const index = rows.indexOf(id);
        const ticket = index === undefined ? undefined : rows.at(index);
        return ticket === undefined ? [] : [ticket];
      }),
    [selection.ids, rows],
  );

  const job = useJob();
  // While one is under way, nothing else is done with the selection.
  const isJobUnderWay = isBusy(job?.phase);
  const { change, leftOut, dialog } = useBulkChange(hasSelection ? count : 0, isJobUnderWay, focusActiveRow);
  useJobSelection(selection, leftOut);
  const apply = useCallback(
    (patch: TicketPatch, goesOn: boolean): void => {
      if (!allowed) return void toast({ kind: 'info', text: reason ?? '' });
      if (hasSelection) {
        const single = ticked();
        if (!selection.isAllMatching && selection.ids.size === 1 && single[0] !== undefined) {
          changeTicket(single[0], patch);
          selection.clear();
          return;
        }
        const chosen = selection.isAllMatching
          ? { query: selectionQuery(plan.query), total: count }
          : { ids: [...selection.ids].map(BigInt) };
        // The bar of the selection goes away, and what has the focus with it.
        focusActiveRow();
        change({ selection: chosen, patch, seen: count });
        return;
      }
      const ticket = one();
      if (ticket === undefined) return void toast({ kind: 'info', text: messages.nothing });
      changeTicket(ticket, patch);
      if (goesOn && rows.indexOf(ticket.id.toString()) !== undefined) grid.current?.goBy(1);
    },
    [allowed, reason, hasSelection, selection, ticked, one, grid, rows, plan.query, count, change],
  );

  const pick = useCallback(
    (field: PickerField, at?: HTMLElement | null): void => {
      if (!allowed) return void toast({ kind: 'info', text: reason ?? '' });
      const ticket = one();
      const tickets = hasSelection ? ticked() : ticket === undefined ? [] : [ticket];
      if (tickets.length === 0) return void toast({ kind: 'info', text: messages.nothing });
      place.current =
        at ??
        (hasSelection ? document.querySelector<HTMLElement>('[data-bulk-bar]') : null) ??
        (isCovered ? document.querySelector<HTMLElement>('[data-ticket-head]') : null);
      // A row that was scrolled away comes back into sight: it is there when the picker asks for its place.
      if (anchor.current === null) grid.current?.focusActive();
      setPicker({ field, tickets });
    },
    [allowed, reason, one, ticked, hasSelection, grid, isCovered, anchor],
  );

  useVerbKeys({ labels: messages.verbs, setStatus: (status) => apply({ status }, status !== 'open'), pick, one });
  useListKeys({ grid, selection, onQueue: actions.startQueue });
  useComposeKeys(props.onCompose, props.hasComposer);
  useTicketCommands({ apply, pick, one, ticked, onQueue: actions.startQueue, count: hasSelection ? count : 0 });
  // After its own keys have been registered.
  useLayoutEffect(() => {
    onReady(true);
    return () => onReady(false);
  }, [onReady]);

  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    announce(
      count === 0
        ? messages.noneSelected
        : selection.isAllMatching
          ? messages.allSelected(formatCount(count))
          : messages.selected(count, formatCount(count)),
    );
  }, [count, selection.isAllMatching]);

  const hasTouch = useMedia('(any-pointer: coarse)');
  return (
    <>
      <ListCommands search={search} plan={plan} />
      {hasTouch ? (
        <Suspense fallback={null}>
          <TouchSelection selection={selection} listKey={plan.key} />
        </Suspense>
      ) : null}
      {job === null ? null : (
        <Suspense fallback={null}>
          <BulkJobStrip />
        </Suspense>
      )}
      {hasSelection && !isJobUnderWay ? (
        <BulkBar
          count={count}
          total={total ?? 0}
          loaded={rows.countLoaded()}
          isAllMatching={selection.isAllMatching}
          disabledReason={reason}
          onPick={pick}
          onSelectAll={() => thenRow(selection.selectAllMatching)}
          onSelectLoaded={() => thenRow(selection.selectLoaded)}
          onClear={() => thenRow(selection.clear)}
        />
      ) : null}
      {/* A ticket over the list makes the list inert, and what is drawn in it. */}
      {createPortal(
        <>
          {picker === null ? null : (
            <FieldPicker
              key={picker.field}
              field={picker.field}
              tickets={picker.tickets}
              anchor={anchor}
              onClose={() => setPicker(null)}
              onChoose={(patch) => apply(patch, picker.field === 'snooze' || patch.status !== undefined)}
            />
          )}
          {dialog}
        </>,
        document.body,
      )}
    </>
  );
}

/** The pressed button leaves with its reason: the keys go on from a row. */
function thenRow(change: () => void): void {
  change();
  focusActiveRow();
}

/** A ticket that is open beside a list in which it does not stand. */
function cachedTicket(id: string): Ticket | undefined {
  const open = queryClient.getQueriesData<Ticket>({ queryKey: [getTicket.resource] });
  return open.find(([, ticket]) => ticket?.id.toString() === id)?.[1];
}
