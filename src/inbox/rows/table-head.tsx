import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ColumnEdge } from '#src/inbox/columns/column-edge.tsx';
import {
  COLUMN_GAP_PX,
  COLUMN_LAYOUT,
  leastWidthOf,
  TABLE_GRID,
  templateOf,
} from '#src/inbox/columns/column-layout.ts';
import { columnsMessages } from '#src/inbox/columns/columns-messages.ts';
import { setColumns, startColumnsSync, useColumns, type ColumnKey } from '#src/inbox/columns/columns.ts';
import { RESULT_LEAST_PX, RESULT_TRACK, standsBesideResult, useHasResult } from '#src/inbox/columns/result-column.ts';
import { messages } from '#src/ticket-edit/verb-messages.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import type { Selection } from './use-selection.ts';

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
