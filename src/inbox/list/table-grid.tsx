import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import {
  COLUMNS,
  leastWidthOf,
  startColumnsSync,
  TABLE_GRID,
  templateOf,
  useColumns,
  useHasResult,
  columnsMessages,
} from '#src/inbox/columns/columns.ts';
import { TableRow } from '#src/inbox/rows/table-row.tsx';
import { isReadOnly } from '#src/session/read-only.ts';
import { messages } from '#src/ticket-edit/verb-messages.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { ListGrid, type ListGridProps, type TableParts } from './list-grid.tsx';
import type { Selection } from './use-selection.ts';

const TABLE: TableParts = { Row: TableRow, Head: TableHead };

export function TableGrid(props: Omit<ListGridProps, 'table'>) {
  return <ListGrid {...props} table={TABLE} />;
}

/** The box over the boxes of the rows: ticks all that are loaded, or takes every tick away. */
function SelectLoadedBox({ selection, loaded }: { readonly selection: Selection; readonly loaded: number }) {
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

/** The headings, which stay while the rows scroll. */
function TableHead({ selection, loaded }: { readonly selection: Selection; readonly loaded: number }) {
  const all = useColumns();
  const hasResult = useHasResult();
  const columns = useMemo(() => all.filter((key) => !hasResult || !COLUMNS[key].givesWay), [all, hasResult]);
  const head = useRef<HTMLDivElement>(null);

  useEffect(startColumnsSync, []);

  // Widths stand on the grid, so that rows take them without being drawn anew.
  useLayoutEffect(() => {
    const grid = head.current?.closest<HTMLElement>('[role="grid"]');
    grid?.style.setProperty('--table-columns', templateOf(columns, hasResult));
    grid?.style.setProperty('--table-least', `${leastWidthOf(columns, hasResult)}px`);
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

  return (
    <div ref={head} role="row" aria-rowindex={1} className="flex-none overflow-hidden border-b border-line bg-surface">
      <div
        role="presentation"
        className={`min-h-8 min-w-(--table-least) items-center px-4 text-12 font-medium text-ink-3 ${TABLE_GRID}`}
      >
        {columns.map((key) => {
          const { isGlyph, isEnd } = COLUMNS[key];
          const name = columnsMessages.name[key];
          return (
            <span
              key={key}
              role="columnheader"
              aria-label={name}
              className={`flex min-w-0 ${isEnd ? 'justify-end' : ''}`}
            >
              {key === 'status' && !isReadOnly() ? <SelectLoadedBox selection={selection} loaded={loaded} /> : null}
              <span className={isGlyph ? 'sr-only' : 'truncate'}>{name}</span>
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
