import { Fragment, type ReactNode } from 'react';
import { useMedia } from '#src/browser/use-media.ts';
import { Icon } from './icons/icon.tsx';

type Direction = 'ascending' | 'descending';

/** A column of a table: its heading, and what it shows of a row. */
export interface Column<Row, Key extends string = string> {
  readonly key: Key;
  readonly head: string;
  /** A heading that is only read aloud, such as that of buttons. */
  readonly isHeadHidden?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** A column of figures, aligned to the end. */
  readonly isFigure?: boolean;
  /** Its cells name their rows. */
  readonly isRowHead?: boolean;
  /** Rows can be sorted by it: the direction of the first press. */
  readonly sortFirst?: Direction;
  /** Classes for the heading and the cells, such as `max-md:hidden`. */
  readonly className?: string;
  /** Where rows are stacked: beside the heading of the row, without its own. */
  readonly isBeside?: boolean;
  /** The cell below all rows, such as a total. */
  readonly foot?: ReactNode;
}

interface TableProps<Row, Key extends string> {
  /** Read aloud before the table; shown above it with `isCaptionShown`. */
  readonly caption: string;
  readonly isCaptionShown?: true;
  /** Headings are only read aloud: the cells speak for themselves. */
  readonly isHeadHidden?: boolean;
  readonly columns: readonly Column<Row, Key>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Classes for each row, such as `relative` if a link covers it. */
  readonly rowClass?: string;
  /** Rows come sorted; this says by what, and hears what is asked for. */
  readonly sort?: {
    readonly by: Key;
    readonly direction: Direction;
    readonly onSort: (by: Key, direction: Direction) => void;
  };
  /** A heading above consecutive rows that share it, such as a day. */
  readonly groupOf?: (row: Row) => string;
  /** Shown below the row, across all columns: what an open row says. */
  readonly detailOf?: (row: Row) => ReactNode;
  /** On a phone the table scrolls sideways, or each row becomes lines with their headings. Default: `scroll`. */
  readonly phone?: 'scroll' | 'stack';
  readonly className?: string;
}

const HEAD = 'px-2 py-1.5 text-12 font-medium whitespace-nowrap text-ink-3 first:ps-0 last:pe-0';
/** A stacked row: the row heading with a cell beside it, then one line for each other cell. */
const STACKED = {
  row: 'grid grid-cols-[minmax(0,1fr)_auto]',
  line: 'col-span-2 text-start! ps-0',
  beside: 'col-start-2 row-start-1',
};

/**
 * The one way to draw a table; a list of any length is a `WindowedGrid`.
 *
 *     <Table
 *       caption={messages.tags} rows={tags} keyOf={({ id }) => id}
 *       columns={[
 *         { key: 'tag', head: messages.tag, isRowHead: true, cell: ({ name }) => name },
 *         { key: 'tickets', head: messages.tickets, isFigure: true, cell: ({ ticket_count: n }) => formatCount(n) },
 *       ]}
 *     />
 */
export function Table<Row, Key extends string>(props: TableProps<Row, Key>) {
  const { caption, columns, rows, keyOf, sort, className = '', rowClass = '' } = props;
  const isPhone = useMedia('(max-width: 767.98px)');
  const isStacked = isPhone && props.phone === 'stack';
  // The keyboard scrolls what it can focus.
  const scroller = isPhone && !isStacked ? ({ role: 'group', tabIndex: 0, 'aria-label': caption } as const) : {};
  const block = isStacked ? 'block' : '';
  const cell = `px-2 py-1.5 first:ps-0 last:pe-0 ${props.phone === 'stack' ? 'align-top' : ''}`;

  function cellOf(column: Column<Row, Key>, content: ReactNode): ReactNode {
    const isLine = isStacked && column.isRowHead !== true && column.isBeside !== true;
    const place = isLine ? STACKED.line : isStacked && column.isBeside === true ? STACKED.beside : '';
    const Cell = column.isRowHead === true ? 'th' : 'td';
    return (
      <Cell
        key={column.key}
        scope={Cell === 'th' ? 'row' : undefined}
        className={`${cell} ${Cell === 'th' ? '[font-weight:inherit]' : ''} ${alignOf(column)} ${place}`}
      >
        {isLine && column.isHeadHidden !== true ? (
          <span aria-hidden="true" className="block text-12 text-ink-3">
            {column.head}
          </span>
        ) : null}
        {content}
      </Cell>
    );
  }

  return (
    <div {...scroller} className={`${isStacked ? '' : 'overflow-x-auto'} ${className}`}>
      <table className={`w-full border-collapse ${block}`}>
        <caption className={props.isCaptionShown === true ? 'text-start text-ink-2' : 'sr-only'}>{caption}</caption>
        <thead className={props.isHeadHidden === true ? 'sr-only' : block}>
          <tr className={`border-b border-line ${isStacked ? 'flex' : ''}`}>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                aria-sort={sort?.by === column.key ? sort.direction : undefined}
                className={`${HEAD} ${alignOf(column)} ${isStacked && column.isRowHead !== true ? 'sr-only' : ''}`}
              >
                {sort === undefined || column.sortFirst === undefined ? (
                  <span className={column.isHeadHidden === true ? 'sr-only' : ''}>{column.head}</span>
                ) : (
                  <SortButton
                    head={column.head}
                    direction={sort.by === column.key ? sort.direction : null}
                    first={column.sortFirst}
                    onSort={(direction) => sort.onSort(column.key, direction)}
                  />
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={block}>
          {rows.map((row, index) => {
            const key = keyOf(row);
            const before = rows[index - 1];
            const group = props.groupOf?.(row);
            const isFirst = group !== undefined && (before === undefined || props.groupOf?.(before) !== group);
            const detail = props.detailOf?.(row) ?? null;
            const line = (
              <tr
                data-row={key}
                className={`border-b border-line hover:bg-hover ${isStacked ? STACKED.row : ''} ${rowClass}`}
              >
                {columns.map((column) => cellOf(column, column.cell(row)))}
              </tr>
            );
            return (
              <Fragment key={key}>
                {isFirst ? (
                  <tr className={`border-b border-line ${block}`}>
                    <th
                      scope="colgroup"
                      colSpan={columns.length}
                      className={`pt-4 pb-1.5 text-start text-12 font-semibold ${block}`}
                    >
                      {group}
                    </th>
                  </tr>
                ) : null}
                {line}
                {detail === null ? null : (
                  <tr className={`border-b border-line ${block}`}>
                    <td colSpan={columns.length} className={block}>
                      {detail}
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
        {columns.some(({ foot }) => foot !== undefined) ? (
          <tfoot>
            <tr className="font-medium">{columns.map((column) => cellOf(column, column.foot))}</tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  );
}

function alignOf<Row>({ isFigure, className = '' }: Column<Row>): string {
  return `${isFigure === true ? 'text-end whitespace-nowrap tabular-nums' : 'text-start'} ${className}`;
}

interface SortButtonProps {
  readonly head: string;
  /** Null where rows are sorted by another column. */
  readonly direction: Direction | null;
  readonly first: Direction;
  readonly onSort: (direction: Direction) => void;
}

function SortButton({ head, direction, first, onSort }: SortButtonProps) {
  const second = first === 'ascending' ? 'descending' : 'ascending';
  return (
    <button
      type="button"
      className={`hit relative inline-flex min-h-6 items-center gap-1 font-medium hover:text-ink ${direction === null ? '' : 'text-ink'}`}
      onClick={() => onSort(direction === first ? second : first)}
    >
      {direction === null ? null : <Icon name={direction === 'ascending' ? 'chevron-up' : 'chevron-down'} size={14} />}
      {head}
    </button>
  );
}
