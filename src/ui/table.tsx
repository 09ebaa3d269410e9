import type { ReactNode } from 'react';
import { useMedia } from '#src/browser/use-media.ts';
import { Icon } from './icons/icon.tsx';

/** A column of a table: its heading, and what it shows of a row. */
export interface Column<Row, Key extends string = string> {
  readonly key: Key;
  readonly head: string;
  /** A heading that is only read aloud, such as that of buttons. */
  readonly isHeadHidden?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** Figures stand at the end. */
  readonly isFigure?: boolean;
  /** Its cells name their rows. */
  readonly isRowHead?: boolean;
  /** It can be sorted by; the direction of the first press. */
  readonly sortFirst?: 'ascending' | 'descending';
  /** Where rows are stacked: beside what names the row, without its heading. */
  readonly isBeside?: boolean;
  /** Of its heading and its cells, such as `max-md:hidden`. */
  readonly className?: string;
  /** The cell below all rows, such as a total. */
  readonly foot?: ReactNode;
}

export interface TableSort<Key extends string = string> {
  readonly by: Key;
  readonly direction: 'ascending' | 'descending';
  readonly onSort: (by: Key, direction: 'ascending' | 'descending') => void;
}

/** Rows that can be ticked, by the text of their keys. */
export interface TableSelection<Row> {
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly allLabel: string;
  readonly labelOf: (row: Row) => string;
}

interface TableProps<Row, Key extends string> {
  /** Read aloud before the table. */
  readonly caption: string;
  readonly columns: readonly Column<Row, Key>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly sort?: TableSort<Key>;
  readonly selection?: TableSelection<Row>;
  /** In place of the cells of a row, over all columns: a form to change it. Null leaves the cells. */
  readonly replaced?: (row: Row) => ReactNode;
  /**
   * On a phone: the table scrolls sideways, each row stands as lines under its heading, or a row is drawn by a function in a
   * list. `scroll` unless given.
   */
  readonly phone?: 'scroll' | 'stack' | ((row: Row) => ReactNode);
  readonly className?: string;
  /** Of each row, such as `relative` where a link covers it. */
  readonly rowClass?: string;
}

const PHONE = '(max-width: 767.98px)';
const HEAD = 'px-2 py-1.5 text-12 font-medium whitespace-nowrap text-ink-3 first:ps-0 last:pe-0';
/** A cell of a row that is read from top to bottom. */
const STACKED = 'col-start-2 col-end-4 text-start! first:ps-2 last:pe-2';
const BESIDE = 'col-start-3 row-start-1';
const CELL = 'px-2 py-1.5 font-normal first:ps-0 last:pe-0';

/**
 * The one way to draw a table of some rows; a list of any length is a `WindowedGrid`.
 *
 *     <Table
 *       caption={messages.tags} rows={tags} keyOf={({ id }) => String(id)}
 *       columns={[
 *         { key: 'tag', head: messages.tag, isRowHead: true, cell: ({ name }) => name },
 *         { key: 'tickets', head: messages.tickets, isFigure: true, cell: ({ ticket_count: n }) => formatCount(n) },
 *       ]}
 *     />
 */
export function Table<Row, Key extends string>(props: TableProps<Row, Key>) {
  const {
    caption,
    columns,
    rows,
    keyOf,
    sort,
    selection,
    replaced,
    phone = 'scroll',
    className = '',
    rowClass = '',
  } = props;
  const isPhone = useMedia(PHONE);
  if (isPhone && typeof phone === 'function')
    return (
      <ul aria-label={caption} className={className}>
        {rows.map((row) => (
          <li key={keyOf(row)} className="border-b border-line py-2">
            {phone(row)}
          </li>
        ))}
      </ul>
    );
  const isStacked = isPhone && phone === 'stack';
  const all = selection === undefined ? [] : rows.map(keyOf);
  return (
    <div className={`${isStacked ? '' : 'overflow-x-auto'} ${className}`}>
      <table className={`w-full border-collapse ${isStacked ? 'block' : ''}`}>
        <caption className="sr-only">{caption}</caption>
        <thead className={isStacked ? 'block' : ''}>
          <tr className={`border-b border-line ${isStacked ? 'flex' : ''}`}>
            {selection === undefined ? null : (
              <th scope="col" className="w-7">
                <TickBox
                  label={selection.allLabel}
                  isOn={all.length > 0 && all.every((key) => selection.selected.has(key))}
                  isSome={all.some((key) => selection.selected.has(key))}
                  onTick={(isOn) => selection.onSelect(new Set(isOn ? all : []))}
                />
              </th>
            )}
            {columns.map((column, at) => (
              <HeadCell key={column.key} column={column} sort={sort} isHidden={isStacked && at > 0} />
            ))}
          </tr>
        </thead>
        <tbody className={isStacked ? 'block' : ''}>
          {rows.map((row) => (
            <BodyRow
              key={keyOf(row)}
              row={row}
              rowKey={keyOf(row)}
              columns={columns}
              selection={selection}
              replaced={replaced?.(row) ?? null}
              isStacked={isStacked}
              className={rowClass}
            />
          ))}
        </tbody>
        {columns.some(({ foot }) => foot !== undefined) ? (
          <tfoot>
            <tr className="font-medium">
              {columns.map((column, at) => {
                const Cell = column.isRowHead === true ? 'th' : 'td';
                return (
                  <Cell
                    key={column.key}
                    scope={Cell === 'th' ? 'row' : undefined}
                    colSpan={at === 0 && selection !== undefined ? 2 : undefined}
                    className={`${CELL} ${alignOf(column)} font-medium!`}
                  >
                    {column.foot}
                  </Cell>
                );
              })}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  );
}

function alignOf<Row>({ isFigure, className = '' }: Column<Row>): string {
  return `${isFigure === true ? 'text-end whitespace-nowrap tabular-nums' : 'text-start'} ${className}`;
}

interface HeadCellProps<Row, Key extends string> {
  readonly column: Column<Row, Key>;
  readonly sort: TableSort<Key> | undefined;
  readonly isHidden: boolean;
}

function HeadCell<Row, Key extends string>({ column, sort, isHidden }: HeadCellProps<Row, Key>) {
  const { key, head, sortFirst } = column;
  const direction = sort?.by === key ? sort.direction : undefined;
  const isSortable = sort !== undefined && sortFirst !== undefined;
  const other = sortFirst === 'ascending' ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={direction} className={`${HEAD} ${alignOf(column)} ${isHidden ? 'sr-only' : ''}`}>
      {isSortable ? (
        <button
          type="button"
          className={`hit relative inline-flex min-h-6 items-center gap-1 font-medium hover:text-ink ${direction === undefined ? '' : 'text-ink'}`}
          onClick={() => sort.onSort(key, direction === sortFirst ? other : sortFirst)}
        >
          {direction === undefined ? null : (
            <Icon name={direction === 'ascending' ? 'chevron-up' : 'chevron-down'} size={14} />
          )}
          {head}
        </button>
      ) : (
        <span className={column.isHeadHidden === true ? 'sr-only' : ''}>{head}</span>
      )}
    </th>
  );
}

interface BodyRowProps<Row, Key extends string> {
  readonly row: Row;
  readonly rowKey: string;
  readonly columns: readonly Column<Row, Key>[];
  readonly selection: TableSelection<Row> | undefined;
  readonly replaced: ReactNode;
  readonly isStacked: boolean;
  readonly className: string;
}

function BodyRow<Row, Key extends string>(props: BodyRowProps<Row, Key>) {
  const { row, rowKey, columns, selection, replaced, isStacked, className } = props;
  const isSelected = selection?.selected.has(rowKey) === true;
  if (replaced !== null)
    return (
      <tr className="border-b border-line">
        <td colSpan={columns.length + (selection === undefined ? 0 : 1)} className="py-2">
          {replaced}
        </td>
      </tr>
    );
  return (
    <tr
      data-row={rowKey}
      aria-selected={selection === undefined ? undefined : isSelected}
      className={`border-b border-line ${className} ${isStacked ? 'grid grid-cols-[auto_minmax(0,1fr)_auto]' : ''} ${isSelected ? 'bg-selected' : 'hover:bg-hover'}`}
    >
      {selection === undefined ? null : (
        <td className="w-7 py-1.5 align-top">
          <TickBox
            label={selection.labelOf(row)}
            isOn={isSelected}
            onTick={(isOn) => {
              const next = new Set(selection.selected);
              if (isOn) next.add(rowKey);
              else next.delete(rowKey);
              selection.onSelect(next);
            }}
          />
        </td>
      )}
      {columns.map((column) => {
        const Cell = column.isRowHead === true ? 'th' : 'td';
        const isLine = isStacked && column.isRowHead !== true && column.isBeside !== true;
        const place = isLine ? STACKED : isStacked && column.isBeside === true ? BESIDE : '';
        return (
          <Cell
            key={column.key}
            scope={Cell === 'th' ? 'row' : undefined}
            className={`${CELL} ${alignOf(column)} ${place}`}
          >
            {isLine && column.isHeadHidden !== true ? (
              <span aria-hidden="true" className="block text-12 text-ink-3">
                {column.head}
              </span>
            ) : null}
            {column.cell(row)}
          </Cell>
        );
      })}
    </tr>
  );
}

interface TickBoxProps {
  readonly label: string;
  readonly isOn: boolean;
  /** Not all of those that it stands for. */
  readonly isSome?: boolean;
  readonly onTick: (isOn: boolean) => void;
}

function TickBox({ label, isOn, isSome = false, onTick }: TickBoxProps) {
  return (
    <label className="hit relative grid size-6 place-items-center pointer-coarse:size-8">
      <input
        type="checkbox"
        checked={isOn}
        ref={(box) => {
          if (box !== null) box.indeterminate = isSome && !isOn;
        }}
        aria-label={label}
        className="accent-accent"
        onChange={() => onTick(!isOn)}
      />
    </label>
  );
}
