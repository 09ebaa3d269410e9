import { type LinkOptions, useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useCallback, useEffect, useRef } from 'react';
import { formatCount } from '#src/format/number.ts';
import { useCountAnnouncement } from '#src/ui/rows/use-count-announcement.ts';
import type { JoinedRows, RowPage } from '#src/ui/rows/use-paged-rows.ts';
import { type GridHandle, type GridRow, WindowedGrid } from '#src/ui/rows/windowed-grid.tsx';
import { type Asked, QueryPending, StaleQuery } from './panel.tsx';

/** Placeholder rows while loading. */
const SKELETON = Array.from({ length: 14 }, (_, index) => <div key={index} className="skeleton-row" />);

interface Identified {
  readonly id: bigint | string;
}

interface PagedListProps<Row extends Identified> {
  readonly id: string;
  /** The return value of `usePagedRows`. */
  readonly list: {
    readonly rows: JoinedRows<RowPage<Row>>;
    readonly total: number | null;
    readonly isOutdated: boolean;
    readonly show: (first: number, last: number) => void;
    readonly query: Asked<unknown>;
  };
  /** Changes with the filters. */
  readonly listKey: string;
  readonly handle: RefObject<GridHandle<Row> | null>;
  readonly texts: {
    readonly list: string;
    readonly loading: string;
    readonly found: (total: number, shown: string) => string;
    readonly keys: { readonly group: string; readonly next: string; readonly previous: string };
  };
  /** The first row on screen, from the address; undefined for the first of the list. */
  readonly skip: number | undefined;
  readonly onSkip: (skip: number | undefined) => void;
  /** The page that a row opens. */
  readonly linkOf: (row: Row) => LinkOptions;
  /** Above the rows. */
  readonly head?: ReactNode;
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
  readonly children: (row: Row, place: GridRow) => ReactNode;
}

/** A list that fills its page. A row opens a page of its own; Back returns to the row, whose position is in the address. */
export function PagedList<Row extends Identified>(props: PagedListProps<Row>) {
  const { id, list, listKey, handle, texts, skip, onSkip, linkOf, head, empty, children } = props;
  const { total, isOutdated } = list;
  const navigate = useNavigate();
  const router = useRouter();
  useCountAnnouncement(listKey, total === null || isOutdated ? null : texts.found(total, formatCount(total)));
  const latest = useRef<(first: number) => void>(() => undefined);
  useEffect(() => {
    latest.current = (first) => {
      if (!isOutdated && first !== (skip ?? 0)) onSkip(first === 0 ? undefined : first);
    };
  });
  const onFirstRow = useCallback((first: number) => latest.current(first), []);
  return (
    <>
      <StaleQuery query={list.query} />
      {total === null ? (
        <div className={`min-h-0 flex-1 ${list.query.isError ? 'overflow-y-auto' : 'overflow-hidden'}`}>
          <QueryPending query={list.query} name={texts.list} loading={texts.loading} skeleton={SKELETON} />
        </div>
      ) : total === 0 ? (
        empty
      ) : (
        <>
          {head}
          <WindowedGrid
            key={listKey}
            id={id}
            label={texts.list}
            handle={handle}
            list={list}
            positionKey={`${id} ${listKey}`}
            startAt={skip ?? 0}
            onFirstRow={onFirstRow}
            openId={undefined}
            isCovered={false}
            isSplit={false}
            keys={texts.keys}
            onOpen={(row) => void navigate(linkOf(row))}
            onIntent={(row) => void router.preloadRoute(linkOf(row))}
          >
            {children}
          </WindowedGrid>
        </>
      )}
    </>
  );
}
