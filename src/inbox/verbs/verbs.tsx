import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { getTicket, type Ticket } from '#contract/tickets.ts';
import { queryClient } from '#src/api/query-client.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useJob } from '#src/bulk-edit/job-store.ts';
import { formatCount } from '#src/format/number.ts';
import type { ListQuery } from '#src/inbox/filters/filter-table.ts';
import { focusActiveRow, type ListGridProps } from '#src/inbox/list/list-grid.tsx';
import type { InboxSearch } from '#src/inbox/search.ts';
import { useComposeKeys } from '#src/ticket-edit/compose-keys.ts';
import { FieldPicker } from '#src/ticket-edit/pickers/field-picker.tsx';
import { usePickerChoices } from '#src/ticket-edit/pickers/picker-data.ts';
import type { PickerField } from '#src/ticket-edit/pickers/picker-choices.tsx';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { changeTicket } from '#src/ticket-edit/update/change-ticket.ts';
import { useVerbKeys } from '#src/ticket-edit/verb-keys.ts';
import { messages } from '#src/ticket-edit/verb-messages.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { useListKeys, useTicketCommands, ListCommands } from './list-keys.tsx';
import { useBulkChange } from './use-bulk-change.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { BulkJobStrip } from '#src/bulk-edit/bulk-job-panel.tsx';

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

interface VerbsProps extends Pick<ListGridProps, 'grid' | 'list' | 'plan' | 'selection' | 'openId' | 'isCovered'> {
  readonly search: InboxSearch;
  /** See `useComposeKeys`. */
  readonly onCompose: () => string | undefined;
}

/** Everything that changes tickets from the list: keys, the bar over a selection, the pickers, the palette's verbs. */
export function Verbs(props: VerbsProps) {
  const { grid, list, plan, selection, search, openId, isCovered } = props;
  const { allowed, reason } = useWriteAccess('tickets:write');
  usePickerChoices();
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
  const cursorId = useCallback(() => grid.current?.activeRow().row?.id, [grid]);
  const bulk = useBulkChange(count, { selection, cursorId, onAnswered: focusActiveRow });
  const { change, refuse, isInJob, isTaken } = bulk;
  const hasSelection = count > 0;
  const apply = useCallback(
    (patch: TicketPatch, goesOn: boolean): void => {
      if (!allowed) return void toast({ kind: 'info', text: reason ?? '' });
      if (hasSelection) {
        const single = ticked();
        if (!selection.isAllMatching && selection.ids.size === 1 && single[0] !== undefined) {
          if (isInJob(single[0])) return void refuse();
          changeTicket(single[0], patch);
          selection.clear();
          return;
        }
        const chosen = selection.isAllMatching
          ? { query: selectionQuery(plan.query), total: count }
          : { ids: [...selection.ids].map(BigInt) };
        // The bar of the selection goes away, and what has the focus with it.
        focusActiveRow();
        change(chosen, patch);
        return;
      }
      const ticket = one();
      if (ticket === undefined) return void toast({ kind: 'info', text: messages.nothing });
      if (isInJob(ticket)) return void refuse();
      changeTicket(ticket, patch);
      if (goesOn && rows.indexOf(ticket.id.toString()) !== undefined) grid.current?.goBy(1);
    },
    [allowed, reason, hasSelection, selection, ticked, one, grid, rows, plan.query, count, change, isInJob, refuse],
  );

  const pick = useCallback(
    (field: PickerField, at?: HTMLElement | null): void | null => {
      // What is typed next would be for the picker.
      const say = (text: string): null => {
        toast({ kind: 'info', text });
        return null;
      };
      if (!allowed) return say(reason ?? '');
      const ticket = one();
      const tickets = hasSelection ? ticked() : ticket === undefined ? [] : [ticket];
      if (tickets.some(isInJob) || (isTaken && count > 1)) return refuse();
      if (tickets.length === 0) return say(messages.nothing);
      place.current =
        at ??
        (hasSelection ? document.querySelector<HTMLElement>('[data-bulk-bar]') : null) ??
        (isCovered ? document.querySelector<HTMLElement>('[data-ticket-head]') : null);
      // A row that was scrolled away comes back into sight: it is there when the picker asks for its place.
      if (anchor.current === null) grid.current?.focusActive();
      setPicker({ field, tickets });
    },
    [allowed, reason, one, ticked, hasSelection, count, grid, isCovered, anchor, isInJob, isTaken, refuse],
  );

  useVerbKeys({ labels: messages.verbs, setStatus: (status) => apply({ status }, status !== 'open'), pick, one });
  useListKeys({ grid, selection });
  useComposeKeys(props.onCompose, true);
  useTicketCommands({ apply, pick, one, ticked, count: hasSelection ? count : 0 });
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

  return (
    <>
      <ListCommands search={search} plan={plan} />
      {job === null ? null : <BulkJobStrip />}
      {hasSelection && !isTaken ? (
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
          {bulk.dialog}
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
