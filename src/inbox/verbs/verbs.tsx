import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { getTicket, type Ticket } from '#contract/tickets.ts';
import { queryClient } from '#src/api/query-client.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { isInRunningJob, sayRunning, useBulkJob } from '#src/bulk-edit/bulk-job.ts';
import { formatCount } from '#src/format/number.ts';
import type { ListQuery } from '#src/inbox/filters/filter-table.ts';
import { focusActiveRow, type ListGridProps } from '#src/inbox/list/list-grid.tsx';
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
import { useListKeys, useTicketCommands } from './list-keys.tsx';
import { useBulkChange } from './use-bulk-change.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { BulkJobStrip } from '#src/bulk-edit/bulk-job-panel.tsx';

/** The filters of a list as parameters of a URL, without its order. */
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
  /** See `useComposeKeys`. */
  readonly onCompose: () => string | undefined;
}

/** Everything that changes tickets from the list: keys, the bar over a selection, the pickers, the palette's verbs. */
export function Verbs(props: VerbsProps) {
  const { grid, list, plan, selection, openId, isCovered } = props;
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
    // A ticket that was opened by its address may have no row.
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

  const hasJob = useBulkJob() !== null;
  const { change, isRunning, dialog } = useBulkChange(count, selection, focusActiveRow);
  const hasSelection = count > 0;
  const apply = useCallback(
    (patch: TicketPatch, advances: boolean): void => {
      if (!allowed) return void toast({ kind: 'info', text: reason ?? '' });
      if (hasSelection) {
        const single = ticked();
        if (!selection.isAllMatching && selection.ids.size === 1 && single[0] !== undefined) {
          if (isInRunningJob(single[0].id)) return sayRunning();
          changeTicket(single[0], patch);
          selection.clear();
          return;
        }
        const chosen = selection.isAllMatching
          ? { query: selectionQuery(plan.query), total: count }
          : { ids: [...selection.ids].map(BigInt) };
        // The bar with the focused button goes away.
        focusActiveRow();
        change(chosen, patch);
        return;
      }
      const ticket = one();
      if (ticket === undefined) return void toast({ kind: 'info', text: messages.nothing });
      if (isInRunningJob(ticket.id)) return sayRunning();
      changeTicket(ticket, patch);
      if (advances && rows.indexOf(ticket.id.toString()) !== undefined) grid.current?.goBy(1);
    },
    [allowed, reason, hasSelection, selection, ticked, one, grid, rows, plan.query, count, change],
  );

  const pick = useCallback(
    (field: PickerField, at?: HTMLElement | null): void | null => {
      // No picker opens: null stops the keys that were typed for it.
      const say = (text: string): null => {
        toast({ kind: 'info', text });
        return null;
      };
      if (!allowed) return say(reason ?? '');
      const ticket = one();
      const tickets = hasSelection ? ticked() : ticket === undefined ? [] : [ticket];
      if (tickets.some(({ id }) => isInRunningJob(id)) || (isRunning && count > 1)) {
        sayRunning();
        return null;
      }
      if (tickets.length === 0) return say(messages.nothing);
      place.current =
        at ??
        (hasSelection ? document.querySelector<HTMLElement>('[data-bulk-bar]') : null) ??
        (isCovered ? document.querySelector<HTMLElement>('[data-ticket-head]') : null);
      // Scroll the row into view, so that the picker has an anchor.
      if (anchor.current === null) grid.current?.focusActive();
      setPicker({ field, tickets });
    },
    [allowed, reason, one, ticked, hasSelection, count, grid, isCovered, anchor, isRunning],
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
      {hasJob ? <BulkJobStrip /> : null}
      {hasSelection ? (
        <BulkBar
          count={count}
          total={total ?? 0}
          isAllMatching={selection.isAllMatching}
          disabledReason={reason}
          onPick={pick}
          onSelectAll={() =>
            thenRow(rows.countLoaded() < (total ?? 0) ? selection.selectAllMatching : selection.selectLoaded)
          }
          onClear={() => thenRow(selection.clear)}
        />
      ) : null}
      {/* A ticket that covers the list makes everything in the list inert. */}
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

/** The pressed button disappears: moves the focus to a row. */
function thenRow(change: () => void): void {
  change();
  focusActiveRow();
}

/** A ticket that is open beside a list that does not hold it. */
function cachedTicket(id: string): Ticket | undefined {
  const open = queryClient.getQueriesData<Ticket>({ queryKey: [getTicket.resource] });
  return open.find(([, ticket]) => ticket?.id.toString() === id)?.[1];
}
