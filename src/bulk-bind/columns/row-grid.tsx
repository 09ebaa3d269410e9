import { memo, useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { BindColumn } from '#contract/bind-row.ts';
import { CHANNELS } from '#contract/customers.ts';
import type { Change, CheckedRow, ProblemKind, RowProblem } from '#src/bulk-bind/file/file-types.ts';
import { changeRows, type OpenFile } from '#src/bulk-bind/import-store.ts';
import type { RowView } from '#src/bulk-bind/search.ts';
import { formatCount } from '#src/format/number.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { useWindowedList } from '#src/ui/rows/use-windowed-list.ts';
import { type GridHandle, type GridRow, WindowedGrid } from '#src/ui/rows/windowed-grid.tsx';
import { TextButton } from '#src/ui/text-button.tsx';
import { messages } from './messages.ts';

export type GridLine = CheckedRow & { readonly id: bigint };

/** Columns of a wide grid; a narrow one stacks the cells of a row. */
const TEMPLATE =
  '@min-[640px]:grid @min-[640px]:grid-cols-[44px_88px_minmax(0,1.3fr)_minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1.6fr)_80px] @min-[860px]:grid-cols-[44px_88px_minmax(0,1.3fr)_minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,0.9fr)_minmax(0,1.6fr)_88px]';
/** The column that gives way in a narrow grid. */
const GIVES_WAY = '@min-[640px]:@max-[860px]:hidden';
const ORDER = ['channel', 'external_user_id', 'email', 'phone', 'display_handle'] as const satisfies BindColumn[];

/** Characters that a cell may have. */
const MOST: Readonly<Partial<Record<BindColumn, number>>> = { external_user_id: 200, display_handle: 200, phone: 40 };

interface Editing {
  readonly row: number;
  readonly column: BindColumn;
}

interface RowGridProps {
  readonly file: OpenFile;
  readonly view: RowView;
  readonly problem: ProblemKind | null;
  /** A line of the file that is looked for. */
  readonly line: number | null;
}

/** The rows of the file, of which a few dozen are drawn; each cell can be mended in its place. */
export function RowGrid({ file, view, problem, line }: RowGridProps) {
  const { session, version } = file;
  const [editing, setEditing] = useState<Editing | null>(null);
  const grid = useRef<GridHandle<GridLine>>(null);
  // Rows begin in line 2 or later, and a line of the file holds one row at most.
  const startAt = line === null ? 0 : Math.max(0, line - 2);
  const list = useWindowedList({
    key: `${version} ${view} ${problem ?? ''}`,
    pageOptions: (skip, limit) => ({
      queryKey: ['bulk bind rows', file.facts.sha256, version, view, problem, skip, limit] as const,
      queryFn: async () => {
        const window = { view, from: skip, to: skip + limit, ...(problem === null ? {} : { problem }) };
        const { rows, total } = await session.call('rows', [window]);
        return { items: rows.map((row) => ({ ...row, id: BigInt(row.index) })), total_count: total };
      },
      // Rows of people: they are in the worker, and here only while they are seen.
      gcTime: 0,
      staleTime: Infinity,
    }),
    startAt,
  });
  const latestRows = useRef(list.rows);
  useEffect(() => {
    latestRows.current = list.rows;
  });

  const begin = useCallback((row: CheckedRow, column?: BindColumn) => {
    if (row.isSkipped) return;
    setEditing({ row: row.index, column: column ?? columnToMend(row) });
  }, []);
  /** @param by where to go from the cell: to the next row with a problem, the one before, or nowhere */
  const save = useCallback(async (row: CheckedRow, column: BindColumn, text: string, by: 1 | -1 | 0) => {
    const place = latestRows.current.indexOf(String(row.index)) ?? 0;
    const next = by === 0 ? undefined : latestRows.current.at(place + by);
    setEditing(next === undefined ? null : { row: next.index, column: columnToMend(next) });
    if (text !== (row.cells[column] ?? '')) await changeRows({ do: 'edit', row: row.index, column, text });
    if (next === undefined) grid.current?.focusRow(String(row.index));
  }, []);
  const cancel = useCallback((row: CheckedRow) => {
    setEditing(null);
    grid.current?.focusRow(String(row.index));
  }, []);

  if (list.total === 0)
    return (
      <div className="flex-1 overflow-y-auto">
        <EmptyBlock icon="check" title={messages.nothing[view]} text={messages.nothingText[view]} />
      </div>
    );
  return (
    <WindowedGrid
      id="bulk-bind-rows"
      label={messages.grid}
      handle={grid}
      list={list}
      positionKey={`bulk bind ${view} ${problem ?? ''} ${line ?? ''}`}
      startAt={startAt}
      onFirstRow={noop}
      openId={undefined}
      isCovered={false}
      isSplit={false}
      keys={messages.keys}
      onOpen={(row) => begin(row)}
      onIntent={noop}
      head={<Head />}
    >
      {(row, place) => (
        <Row
          row={row}
          {...place}
          isSought={row.line === line}
          edited={editing?.row === row.index ? editing.column : null}
          onEdit={begin}
          onSave={save}
          onCancel={cancel}
        />
      )}
    </WindowedGrid>
  );
}

function noop(): void {
  // The place in the list is not part of the address.
}

/** The cell that its first problem is about. */
function columnToMend({ problems }: CheckedRow): BindColumn {
  const [first] = problems;
  if (first?.kind === 'no_identity') return 'email';
  return first?.column ?? 'external_user_id';
}

function Head() {
  return (
    <div
      role="row"
      aria-rowindex={1}
      className={`hidden min-h-8 flex-none items-center gap-x-3 border-b border-line px-6 text-12 font-medium text-ink-3 ${TEMPLATE}`}
    >
      <span role="columnheader" className="text-end">
        {messages.line}
      </span>
      {ORDER.map((column) => (
        <span key={column} role="columnheader" className={`truncate ${column === 'display_handle' ? GIVES_WAY : ''}`}>
          {column}
        </span>
      ))}
      <span role="columnheader" className="truncate">
        {messages.problem}
      </span>
      <span role="columnheader">
        <span className="sr-only">{messages.fix}</span>
      </span>
    </div>
  );
}

interface RowProps extends GridRow {
  readonly row: GridLine;
  /** It is the one that a sample of the dry run is about. */
  readonly isSought: boolean;
  readonly edited: BindColumn | null;
  readonly onEdit: (row: CheckedRow, column?: BindColumn) => void;
  readonly onSave: (row: CheckedRow, column: BindColumn, text: string, by: 1 | -1 | 0) => Promise<void>;
  readonly onCancel: (row: CheckedRow) => void;
}

const Row = memo(function Row({ row, index, isSought, edited, onEdit, onSave, onCancel }: RowProps) {
  const [first] = row.problems;
  const bar =
    row.isSkipped || first === undefined ? '' : first.severity === 'red' ? 'before:bg-danger' : 'before:bg-warn';
  const line = formatCount(row.line);
  return (
    <div
      role="row"
      data-row={index}
      aria-rowindex={index + 2}
      tabIndex={-1}
      className={`relative flex min-h-row flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-line px-6 text-12 -outline-offset-2 before:absolute before:inset-y-0 before:start-0 before:w-0.5 before:content-[''] hover:bg-hover max-md:px-4 @max-[640px]:py-1.5 ${TEMPLATE} ${bar} ${isSought ? 'bg-selected' : ''} ${row.isSkipped ? 'text-ink-3' : ''}`}
    >
      <span role="gridcell" className="text-end text-ink-3 tabular-nums">
        {line}
      </span>
      {ORDER.map((column) =>
        edited === column ? (
          <span key={column} role="gridcell" data-own="" className="min-w-0 @max-[640px]:basis-full">
            <Editor row={row} column={column} onSave={onSave} onCancel={onCancel} />
          </span>
        ) : (
          <Cell key={column} row={row} column={column} onEdit={onEdit} />
        ),
      )}
      <span role="gridcell" className="min-w-0 truncate @max-[640px]:basis-full @max-[640px]:whitespace-normal">
        <State row={row} />
      </span>
      <span role="gridcell" data-own="" className="min-w-0 @min-[640px]:text-end">
        <Action row={row} first={first} line={line} />
      </span>
    </div>
  );
});

interface CellProps {
  readonly row: CheckedRow;
  readonly column: BindColumn;
}

function Cell({ row, column, onEdit }: CellProps & Pick<RowProps, 'onEdit'>) {
  const text = row.cells[column];
  const severity = row.problems.find((problem) => problem.column === column)?.severity;
  const tone = row.isSkipped
    ? ''
    : severity === 'red'
      ? 'text-danger-text'
      : severity === 'amber'
        ? 'text-warn-text'
        : row.edited.includes(column)
          ? 'font-medium text-accent-text'
          : '';
  const isEmpty = text === null || text === '';
  return (
    <span
      role="gridcell"
      data-own=""
      title={isEmpty ? undefined : text}
      className={`min-w-0 cursor-text truncate ${tone} ${isEmpty ? '@max-[640px]:hidden' : ''} ${
        column === 'external_user_id' || column === 'phone' ? 'font-mono' : ''
      } ${column === 'display_handle' ? GIVES_WAY : ''}`}
      onClick={() => onEdit(row, column)}
    >
      <bdi>{isEmpty ? <span className="text-ink-3">–</span> : text}</bdi>
    </span>
  );
}

const FIELD =
  'min-h-7 w-full min-w-0 rounded-control border border-line-control bg-surface px-1.5 text-12 focus-visible:border-transparent focus-visible:outline-offset-0 pointer-coarse:min-h-11';

/** Mends a cell: Enter saves, Tab saves and goes to the next row, Escape leaves it as it was. */
function Editor({ row, column, onSave, onCancel }: CellProps & Pick<RowProps, 'onSave' | 'onCancel'>) {
  const before = row.cells[column] ?? '';
  const [text, setText] = useState(before);
  // Leaving by a key has saved it; leaving by a click saves as well.
  const isOver = useRef(false);
  const field = useRef<HTMLInputElement & HTMLSelectElement>(null);
  useEffect(() => {
    field.current?.focus();
    if (field.current instanceof HTMLInputElement) field.current.select();
  }, []);
  const leave = (by: 1 | -1 | 0, value = text) => {
    if (isOver.current) return;
    isOver.current = true;
    void onSave(row, column, value, by);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') leave(0);
    else if (event.key === 'Tab') leave(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') {
      isOver.current = true;
      onCancel(row);
    } else return event.stopPropagation();
    event.preventDefault();
    event.stopPropagation();
  };
  const shared = {
    ref: field,
    'aria-label': messages.edit(column, formatCount(row.line)),
    className: `${FIELD} ${column === 'external_user_id' || column === 'phone' ? 'font-mono' : ''}`,
    value: text,
    onKeyDown,
    onBlur: () => leave(0),
  };
  if (column === 'channel') {
    const known: readonly string[] = CHANNELS;
    return (
      <select {...shared} onChange={(event) => setText(event.target.value)}>
        {known.includes(before) ? null : <option value={before}>{before === '' ? messages.empty : before}</option>}
        {CHANNELS.map((channel) => (
          <option key={channel}>{channel}</option>
        ))}
      </select>
    );
  }
  return (
    <input
      {...shared}
      type="text"
      dir="auto"
      autoComplete="off"
      spellCheck={false}
      placeholder={messages.add(column)}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

/** What is wrong with a row, in words. */
function State({ row }: { readonly row: CheckedRow }) {
  const [first, ...more] = row.problems;
  if (row.isSkipped) return messages.skipped;
  if (first === undefined)
    return <span className="text-ink-3">{row.edited.length > 0 ? messages.fixed : messages.ready}</span>;
  const words = row.problems.map((problem) => describeProblem(problem, row));
  return (
    <span title={words.join('\n')} className={first.severity === 'red' ? 'text-danger-text' : 'text-warn-text'}>
      {more.length === 0 ? words[0] : messages.and2(words[0] ?? '', formatCount(more.length))}
    </span>
  );
}

function describeProblem({ kind, column, otherLine, length }: RowProblem, row: CheckedRow): string {
  const most = column === null ? undefined : MOST[column];
  if (length !== null && most !== undefined) return messages.tooLong(formatCount(length), formatCount(most));
  if (otherLine !== null && otherLine !== row.line)
    return messages.otherLine(messages.kind[kind], formatCount(otherLine));
  return messages.kind[kind];
}

interface ActionProps {
  readonly row: CheckedRow;
  readonly first: RowProblem | undefined;
  readonly line: string;
}

/** The shortest way out of the first problem: what a rule would make of the cell, or leaving the row out. */
function Action({ row, first, line }: ActionProps) {
  const act = (change: Change) => void changeRows(change);
  const rows = [row.index];
  if (row.isSkipped)
    return (
      <TextButton aria-label={messages.takeRow(line)} onClick={() => act({ do: 'take', rows })}>
        {messages.take}
      </TextButton>
    );
  if (first === undefined) return null;
  const { offer, column } = first;
  if (offer === null || column === null)
    return (
      <TextButton aria-label={messages.skipRow(line)} onClick={() => act({ do: 'skip', rows })}>
        {messages.skip}
      </TextButton>
    );
  return (
    <TextButton
      className="max-w-full truncate"
      title={offer}
      aria-label={messages.use(offer, line)}
      onClick={() => act({ do: 'edit', row: row.index, column, text: offer })}
    >
      {offer}
    </TextButton>
  );
}
