import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { useDisplayZone } from '#src/api/display-zone.ts';
import { useNow } from '#src/format/use-now.ts';
import { useShortcut } from '#src/ui/shortcuts.ts';
import { gridKeyHandler } from './grid-keys.ts';
import { GroupHead } from './group-head.tsx';
import { messages } from './messages.ts';
import { groupOfRow, type GroupCounts } from './row-groups.ts';
import { SkeletonRow } from './skeleton-row.tsx';
import { TicketRow } from './ticket-row.tsx';
import type { TicketList } from './use-ticket-list.ts';
import type { ListPlan } from './list-plan.ts';
import { keepPlace, placeOf } from './kept-places.ts';
import { rowHeight } from './row-height.ts';
import { useRowWindow } from './use-row-window.ts';

// Only the table layout needs them.
const loadTable = () => import('./table-row.tsx');
const TableHead = lazy(async () => ({ default: (await loadTable()).TableHead }));
const TableRow = lazy(async () => ({ default: (await loadTable()).TableRow }));

export interface OpenOptions {
  /** Takes the place of the present entry in the history. */
  readonly replace: boolean;
  /** The keyboard asked for the ticket itself, not for the next one in passing. */
  readonly focusDetail: boolean;
}

export interface GridHandle {
  /** Opens the ticket before or after the open one; the focus stays where it is. */
  step(by: 1 | -1): void;
  /** Gives the focus to the row of a ticket. */
  focusTicket(id: string): void;
}

interface ListGridProps {
  readonly handle: RefObject<GridHandle | null>;
  readonly list: TicketList;
  readonly plan: ListPlan;
  readonly headSkip: number;
  readonly groupCounts: GroupCounts;
  readonly isTable: boolean;
  readonly selectedId: string | undefined;
  /** A ticket covers the list: J and K change it without moving the focus. */
  readonly isCovered: boolean;
  /** Moving the selection opens the ticket beside the list. */
  readonly isSplit: boolean;
  readonly thresholdMs: number | null;
  /** The first row in sight when the list appears. */
  readonly startAt: number;
  readonly onOpen: (id: string, options: OpenOptions) => void;
  readonly onIntent: (id: string) => void;
  readonly onFirstRow: (index: number) => void;
}

const INTENT_MS = 80;
const SETTLE_MS = 200;

/** The windowed rows: a few dozen of them exist, however many tickets there are. */
export function ListGrid(props: ListGridProps) {
  const { list, plan, isTable, selectedId, isSplit, isCovered, startAt, onOpen, onIntent, onFirstRow } = props;
  const { rows, show } = list;
  const total = list.total ?? 0;
  const scroller = useRef<HTMLDivElement>(null);
  const [height] = useState(() => rowHeight(isTable));
  const nowMs = useNow();
  const zone = useDisplayZone();
  const selectedIndex = selectedId === undefined ? undefined : rows.indexOf(selectedId);
  const [activeRow, setActiveRow] = useState<number | null>(null);
  const [pendingOpen, setPendingOpen] = useState<(OpenOptions & { readonly index: number }) | null>(null);
  const focusWanted = useRef<number | null>(null);
  const placeKey = `${JSON.stringify(plan.query)}${isTable ? 'table' : ''}`;

  const rowWindow = useRowWindow({ scroller, count: total, height });
  const { first, last, from, to, scrollTo, scrollToRow } = rowWindow;
  const active = Math.min(activeRow ?? selectedIndex ?? first, Math.max(0, total - 1));

  // Where the list was left, to the pixel; else the row that the URL names.
  const isPlaced = useRef(false);
  useLayoutEffect(() => {
    if (isPlaced.current || total === 0 || scroller.current === null) return;
    isPlaced.current = true;
    const kept = placeOf(placeKey, startAt);
    if (kept !== undefined) scrollTo(kept);
    else if (startAt > 0) scrollToRow(Math.min(startAt, total - 1), 'start');
  });

  // Rows are fetched where somebody looks, and a little ahead, not where they fly past.
  useEffect(() => {
    const timer = setTimeout(() => show(from, to), 60);
    return () => clearTimeout(timer);
  }, [show, from, to]);
  // Where the list stands is remembered and told once it rests.
  useEffect(() => {
    const element = scroller.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      if (!isPlaced.current) return;
      keepPlace(placeKey, first, element?.scrollTop ?? 0);
      onFirstRow(first);
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(rest, SETTLE_MS);
    };
    wait();
    element?.addEventListener('scroll', wait, { passive: true });
    return () => {
      clearTimeout(timer);
      element?.removeEventListener('scroll', wait);
    };
  }, [first, placeKey, onFirstRow]);

  // Back and forward choose another ticket: its row comes into sight.
  const shownId = useRef(selectedId);
  useEffect(() => {
    if (shownId.current === selectedId) return;
    shownId.current = selectedId;
    if (selectedIndex === undefined) return;
    setActiveRow(selectedIndex);
    scrollToRow(selectedIndex, 'auto');
  }, [selectedId, selectedIndex, scrollToRow]);

  const focusRow = useCallback(() => {
    if (focusWanted.current === null) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${focusWanted.current}"]`);
    if (row === null || row === undefined) return;
    focusWanted.current = null;
    row.focus({ preventScroll: true });
  }, []);
  useLayoutEffect(focusRow);

  function go(index: number): void {
    setActiveRow(index);
    focusWanted.current = index;
    scrollToRow(index, 'auto');
    focusRow();
  }

  function open(index: number, options: OpenOptions): void {
    const ticket = rows.at(index);
    setActiveRow(index);
    if (ticket === undefined) setPendingOpen({ ...options, index });
    else onOpen(ticket.id.toString(), options);
  }

  // J went on to a row that was still on its way.
  useEffect(() => {
    const ticket = pendingOpen === null ? undefined : rows.at(pendingOpen.index);
    if (pendingOpen === null || ticket === undefined) return;
    setPendingOpen(null);
    onOpen(ticket.id.toString(), pendingOpen);
  }, [pendingOpen, rows, onOpen]);

  function neighbour(by: 1 | -1): number {
    const known = pendingOpen?.index ?? activeRow ?? selectedIndex;
    let index = known === undefined ? first : known + by;
    // A ticket that would stand twice is stepped over.
    while (index > 0 && index < total - 1 && rows.isRepeated(index)) index += by;
    return Math.max(0, Math.min(index, total - 1));
  }
  function step(by: 1 | -1, replace = isCovered): void {
    const index = neighbour(by);
    scrollToRow(index, 'auto');
    open(index, { replace, focusDetail: false });
  }
  function onStepKey(by: 1 | -1, event: KeyboardEvent): void {
    if (total === 0) return;
    if (isCovered) return step(by);
    const index = neighbour(by);
    go(index);
    // A key that is held would fill the history.
    if (isSplit) open(index, { replace: event.repeat, focusDetail: false });
  }
  const { group, next, previous } = messages.keys;
  useShortcut('j', (event) => onStepKey(1, event), { label: next, group, repeat: true });
  useShortcut('k', (event) => onStepKey(-1, event), { label: previous, group, repeat: true });

  useImperativeHandle(props.handle, () => ({
    step,
    focusTicket: (id) => go(rows.indexOf(id) ?? active),
  }));

  function onClick(event: MouseEvent<HTMLElement>): void {
    const index = rowOf(event.target);
    // A click that the browser knows (new tab, new window) stays the browser's.
    if (index === null || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    open(index, { replace: false, focusDetail: false });
  }

  const intent = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(intent.current), []);
  function onPointerOver(event: PointerEvent<HTMLElement>): void {
    const index = rowOf(event.target);
    const ticket = index === null ? undefined : rows.at(index);
    clearTimeout(intent.current);
    if (ticket !== undefined) intent.current = setTimeout(() => onIntent(ticket.id.toString()), INTENT_MS);
  }

  const place = { groups: plan.groups, headSkip: props.headSkip, headLength: list.headLength };
  const groupAt = (index: number) => groupOfRow(rows, index, place);
  const topGroup = groupAt(first) ?? groupAt(0);
  // A row that scrolled away is not there for Tab to reach.
  const tabStop = active >= from && active <= to ? active : first;
  const Row = isTable ? TableRow : TicketRow;
  return (
    <div
      role="grid"
      id="tickets"
      aria-label={messages.tickets}
      aria-rowcount={total + (isTable ? 1 : 0)}
      aria-busy={list.isOutdated || undefined}
      className="@container flex min-h-0 flex-1 flex-col"
      onClick={onClick}
      onPointerOver={onPointerOver}
      onPointerLeave={() => clearTimeout(intent.current)}
      onKeyDown={gridKeyHandler({
        active,
        total,
        pageRows: Math.max(1, last - first),
        go,
        open: (index) => open(index, { replace: false, focusDetail: true }),
      })}
    >
      {isTable ? (
        <Suspense fallback={null}>
          <TableHead />
        </Suspense>
      ) : null}
      {topGroup === null ? null : <GroupHead group={topGroup} count={props.groupCounts[topGroup]} />}
      <div
        ref={scroller}
        role="presentation"
        className={`min-h-0 flex-1 overflow-y-auto overflow-x-hidden [scrollbar-width:thin] [overflow-anchor:none] ${
          list.isOutdated ? 'opacity-60' : ''
        }`}
      >
        <div role="presentation" className="relative w-full" style={{ height: rowWindow.totalHeight }}>
          <div
            role="presentation"
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${rowWindow.start}px)` }}
          >
            {Array.from({ length: to - from + 1 }, (_, step) => from + step).map((index) => {
              const ticket = rows.isRepeated(index) ? null : rows.at(index);
              const rowGroup = groupAt(index);
              const isGroupStart = index > 0 && rowGroup !== null && rowGroup !== groupAt(index - 1);
              return (
                <div key={index} ref={rowWindow.measureRow} data-index={index} role="presentation">
                  {isGroupStart ? <GroupHead group={rowGroup} count={props.groupCounts[rowGroup]} /> : null}
                  {ticket === undefined ? <SkeletonRow index={index} isTable={isTable} /> : null}
                  {ticket ? (
                    <Row
                      ticket={ticket}
                      index={index}
                      isSelected={ticket.id.toString() === selectedId}
                      isTabStop={index === tabStop}
                      nowMs={nowMs}
                      thresholdMs={props.thresholdMs}
                      zone={zone}
                    />
                  ) : null}
                </div>
              );
            })}
          </div>
        </div>
      </div>
    </div>
  );
}

function rowOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return row?.dataset['row'] === undefined ? null : Number(row.dataset['row']);
}
