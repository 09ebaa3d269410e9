import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import {
  COLUMN_GAP_PX,
  COLUMN_LAYOUT,
  leastWidthOf,
  MAX_COLUMN_WIDTH,
  RESULT_LEAST_PX,
  RESULT_TRACK,
  setColumns,
  standsBesideResult,
  startColumnsSync,
  TABLE_GRID,
  templateOf,
  useColumns,
  useHasResult,
  type ColumnKey,
} from '#src/inbox/columns/columns.ts';
import { columnsMessages } from '#src/inbox/columns/messages.ts';
import { TableRow } from '#src/inbox/rows/table-row.tsx';
import { messages } from '#src/ticket-edit/verb-messages.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { ListGrid, type ListGridProps, type TableParts } from './list-grid.tsx';
import type { Selection } from './use-selection.ts';

const TABLE: TableParts = { Row: TableRow, Head: TableHead };

/** The list as a table with columns to choose, a ticket a line. */
export function TableGrid(props: Omit<ListGridProps, 'table'>) {
  return <ListGrid {...props} table={TABLE} />;
}

interface SelectLoadedBoxProps {
  readonly selection: Selection;
  /** Tickets that are loaded. */
  readonly loaded: number;
}

/** The box over the boxes of the rows: ticks all that are loaded, or takes every tick away. */
function SelectLoadedBox({ selection, loaded }: SelectLoadedBoxProps) {
  const { ids, isAllMatching } = selection;
  const isAll = isAllMatching || (loaded > 0 && ids.size >= loaded);
  const isSome = !isAll && ids.size > 0;
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={isSome ? 'mixed' : isAll}
      aria-label={messages.selectLoadedKey}
      onClick={() => (isAll ? selection.clear() : selection.selectLoaded())}
      className={`hit relative grid size-3.5 flex-none place-items-center rounded-tag border ${
        isAll || isSome ? 'border-accent bg-accent text-accent-on' : 'border-line-control bg-surface'
      }`}
    >
      {isAll ? <Icon name="check" size={12} /> : isSome ? <span className="h-px w-2 bg-current" /> : null}
    </button>
  );
}

/** The headings, which stay while the rows scroll, and whose edges make columns wider. */
export function TableHead({ selection, loaded }: { readonly selection: Selection; readonly loaded: number }) {
  const all = useColumns();
  const hasResult = useHasResult();
  const columns = useMemo(() => all.filter(({ key }) => !hasResult || standsBesideResult(key)), [all, hasResult]);
  const head = useRef<HTMLDivElement>(null);
  const [edge, setEdge] = useState<ColumnKey>('number');
  const movable = columns.filter(({ key }) => COLUMN_LAYOUT[key].isGlyph !== true).map(({ key }) => key);
  const tabStop = movable.includes(edge) ? edge : movable[0];

  useEffect(startColumnsSync, []);

  // Widths stand on the grid, so that rows take them without being drawn anew.
  useLayoutEffect(() => {
    const grid = head.current?.closest<HTMLElement>('[role="grid"]');
    const [track, least] = hasResult ? [` ${RESULT_TRACK}`, RESULT_LEAST_PX + COLUMN_GAP_PX] : ['', 0];
    grid?.style.setProperty('--table-columns', templateOf(columns) + track);
    grid?.style.setProperty('--table-least', `${leastWidthOf(columns) + least}px`);
  }, [columns, hasResult]);

  // The headings go sideways with the rows, and end where their scroll bar begins.
  useLayoutEffect(() => {
    const element = head.current;
    const scroller = element?.closest('[role="grid"]')?.querySelector<HTMLElement>('[data-scroller]');
    if (element === null || scroller === null || scroller === undefined) return undefined;
    const follow = () => {
      element.scrollLeft = scroller.scrollLeft;
    };
    const measure = () => {
      element.style.marginInlineEnd = `${scroller.offsetWidth - scroller.clientWidth}px`;
      follow();
    };
    const watch = new ResizeObserver(measure);
    watch.observe(scroller);
    scroller.addEventListener('scroll', follow, { passive: true });
    return () => {
      watch.disconnect();
      scroller.removeEventListener('scroll', follow);
    };
  }, []);

  function setWidth(key: ColumnKey, width: number | null): void {
    setColumns(all.map((column) => (column.key === key ? { key, width } : column)));
  }

  function goToEdge(from: ColumnKey, by: 1 | -1): void {
    const next = movable[movable.indexOf(from) + by];
    if (next === undefined) return;
    setEdge(next);
    head.current?.querySelector<HTMLElement>(`[data-edge="${next}"]`)?.focus();
  }

  return (
    <div
      ref={head}
      role="row"
      aria-rowindex={1}
      className="group/head flex-none overflow-hidden border-b border-line bg-surface"
    >
      <div
        role="presentation"
        className={`min-h-8 min-w-(--table-least) items-center px-4 text-12 font-medium text-ink-3 ${TABLE_GRID}`}
      >
        {columns.map(({ key, width }) => {
          const { isGlyph, isEnd, min } = COLUMN_LAYOUT[key];
          const name = columnsMessages.name[key];
          return (
            <span
              key={key}
              role="columnheader"
              aria-label={name}
              className={`relative flex min-w-0 ${isEnd ? 'justify-end' : ''}`}
            >
              {key === 'status' ? <SelectLoadedBox selection={selection} loaded={loaded} /> : null}
              <span className={isGlyph ? 'sr-only' : 'truncate'}>{name}</span>
              {isGlyph ? null : (
                <ColumnEdge
                  name={name}
                  column={key}
                  width={width}
                  min={min}
                  isTabStop={key === tabStop}
                  onWidth={(next) => setWidth(key, next)}
                  onGo={(by) => goToEdge(key, by)}
                />
              )}
            </span>
          );
        })}
        {hasResult ? (
          <span role="columnheader" className="text-end">
            {columnsMessages.result}
          </span>
        ) : null}
      </div>
    </div>
  );
}

interface ColumnEdgeProps {
  readonly name: string;
  readonly column: string;
  readonly width: number | null;
  readonly min: number;
  readonly isTabStop: boolean;
  /** Null gives the width back to the table. */
  readonly onWidth: (width: number | null) => void;
  /** Goes to the edge of another column. */
  readonly onGo: (by: 1 | -1) => void;
}

const STEP = 16;

/** The end of a heading, to be dragged, or moved with the arrow keys. */
export function ColumnEdge({ name, column, width, min, isTabStop, onWidth, onGo }: ColumnEdgeProps) {
  const [measured, setMeasured] = useState<number | null>(null);
  const { widthOf, widthHint } = columnsMessages;
  const signOf = (element: Element) => (getComputedStyle(element).direction === 'rtl' ? -1 : 1);
  const put = (next: number) => onWidth(Math.round(Math.max(min, Math.min(next, MAX_COLUMN_WIDTH))));

  function measure(element: Element): number {
    return element.parentElement?.offsetWidth ?? min;
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    const handle = event.currentTarget;
    const start = { x: event.clientX, width: measure(handle), sign: signOf(handle) };
    handle.setPointerCapture(event.pointerId);
    const move = (at: globalThis.PointerEvent) => put(start.width + (at.clientX - start.x) * start.sign);
    const done = () => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('lostpointercapture', done);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', done);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const sign = signOf(event.currentTarget);
    const by = { ArrowLeft: -STEP * sign, ArrowRight: STEP * sign }[event.key];
    if (by !== undefined) put(measure(event.currentTarget) + by);
    else if (event.key === 'Home') put(min);
    else if (event.key === 'Enter') onWidth(null);
    else if (event.key === 'ArrowUp') onGo(-1);
    else if (event.key === 'ArrowDown') onGo(1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <span
      role="separator"
      data-edge={column}
      tabIndex={isTabStop ? 0 : -1}
      aria-orientation="vertical"
      aria-label={widthOf(name)}
      aria-valuemin={min}
      aria-valuemax={MAX_COLUMN_WIDTH}
      aria-valuenow={width ?? measured ?? min}
      aria-valuetext={columnsMessages.width(width ?? measured ?? min)}
      title={widthHint}
      className="group/edge absolute -end-[9px] top-1/2 flex h-6 w-[7px] -translate-y-1/2 cursor-col-resize touch-none justify-center rounded-tag"
      onPointerDown={onPointerDown}
      onFocus={(event) => setMeasured(measure(event.currentTarget))}
      onDoubleClick={() => onWidth(null)}
      onKeyDown={onKeyDown}
    >
      <span className="h-4 w-px self-center bg-line group-hover/edge:bg-accent group-focus-visible/edge:bg-accent pointer-fine:opacity-0 group-hover/head:opacity-100 group-focus-visible/edge:opacity-100" />
    </span>
  );
}
