import { memo, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { type BindColumn, channelNamed } from '#contract/bind-row.ts';
import { CHANNELS } from '#contract/customers.ts';
import { countryCodes, type Country, isCountry } from '#contract/dialling.ts';
import { formatCount } from '#src/format/number.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { formatLocale } from '#src/i18n/locale.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { usePagedRows } from '#src/ui/rows/use-paged-rows.ts';
import { type GridHandle, type GridRow, WindowedGrid } from '#src/ui/rows/windowed-grid.tsx';
import { Button, TextButton } from '#src/ui/button.tsx';
import { CountChips } from '#src/ui/count-chips.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { Choice } from './choice.tsx';
import type { Change, CheckedRow, CheckSummary, OfferedRule, ProblemKind, RowProblem } from './file/file-types.ts';
import { columnsMessages as messages, messages as words, rows as rowsText } from './messages.ts';
import { changeRows, type OpenFile, setCountry } from './open-file.ts';
import { ReplaceDialog } from './replace-dialog.tsx';
import { type BulkSearch, type Go, ROW_VIEWS, type RowView } from './search.ts';

interface RowsPaneProps {
  readonly file: OpenFile;
  readonly summary: CheckSummary;
  readonly search: BulkSearch;
  readonly go: Go;
}

/** The rows of the file, with the rules that fix many at once. */
export function RowsPane({ file, summary, search, go }: RowsPaneProps) {
  const toFix = summary.toFix + summary.doubtful;
  const counts: Readonly<Record<RowView, number>> = {
    problems: toFix,
    all: summary.rows,
    skipped: summary.skipped,
  };
  // Show all rows of a file without problems, and when a certain line was asked for.
  const view = search.rows ?? (search.line !== undefined || toFix === 0 ? 'all' : 'problems');
  const [problem, setProblem] = useState<ProblemKind | null>(null);
  const [isReplacing, setReplacing] = useState(false);
  const kinds = [...summary.problems];
  const shownProblem = view === 'problems' && problem !== null && summary.problems.has(problem) ? problem : null;
  return (
    <>
      <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line px-6 py-2 max-md:px-4">
        <CountChips
          label={messages.rowsTabs}
          value={view}
          options={ROW_VIEWS.map((one) => ({ value: one, label: messages.tab[one], count: counts[one] }))}
          onChange={(rows) => go({ ...search, rows, line: undefined }, { replace: true })}
        />
        {view === 'problems' && kinds.length > 1 ? (
          <Choice
            label={messages.problem}
            value={shownProblem}
            options={kinds.map(([kind, count]) => [kind, messages.ofKind(messages.kind[kind], formatCount(count))])}
            none={messages.allProblems}
            className="min-h-6 w-52 max-w-full min-w-0 rounded-chip border border-line-strong bg-surface px-1 text-12 pointer-coarse:min-h-11"
            onChoose={setProblem}
          />
        ) : null}
        <Button size="sm" className="ms-auto" onClick={() => setReplacing(true)}>
          {messages.replace.open}
        </Button>
      </div>
      {isReplacing ? <ReplaceDialog file={file} onClose={() => setReplacing(false)} /> : null}
      <Rules file={file} summary={summary} />
      <RowGrid
        key={`${view} ${shownProblem ?? ''}`}
        file={file}
        view={view}
        problem={shownProblem}
        line={search.line ?? null}
      />
    </>
  );
}

const CHIP =
  'hit relative inline-flex min-h-6 items-center gap-1.5 rounded-chip border border-line-strong bg-surface px-2 hover:bg-hover';

function Rules({ file, summary: { rules, toFix, problems, canUndo } }: Pick<RowsPaneProps, 'file' | 'summary'>) {
  const { keys } = messages;
  const undo = () => void changeRows({ do: 'undo' }).then(() => announce(messages.undone));
  useShortcut('mod+z', undo, { label: keys.undo, group: keys.group, when: canUndo, inFields: false });
  const hasPhones = (['national_number', 'no_plus'] as const).some((kind) => problems.has(kind));
  if (rules.length === 0 && !hasPhones && toFix === 0 && !canUndo) return null;
  const apply = async (change: Change, what: string, count: number) => {
    await changeRows(change);
    announce(messages.ruled(what, rowsText(count, formatCount(count))));
  };
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 px-6 pt-2 text-12 max-md:px-4">
      {rules.map((rule) => (
        <button
          key={rule.id}
          type="button"
          className={CHIP}
          onClick={() => void apply({ do: 'rule', rule: rule.id }, nameOf(rule), rule.rows)}
        >
          {nameOf(rule)} <b className="font-medium tabular-nums">{rowsText(rule.rows, formatCount(rule.rows))}</b>
        </button>
      ))}
      {toFix === 0 ? null : (
        <button
          type="button"
          className={CHIP}
          onClick={() => void apply({ do: 'skip_refused' }, messages.skipped, toFix)}
        >
          {messages.skipToFix(toFix, formatCount(toFix))}
        </button>
      )}
      {canUndo ? (
        <button type="button" className={CHIP} onClick={undo}>
          {messages.undoFix}
        </button>
      ) : null}
      {hasPhones ? <CountryChoice country={file.country} /> : null}
    </div>
  );
}

function nameOf({ id, from, to }: OfferedRule): string {
  const names: Readonly<Partial<Record<string, string>>> = messages.rule;
  return names[id] ?? messages.channelRule(from ?? '', to === null ? '' : channelWord(to));
}

const regions = new Intl.DisplayNames(formatLocale(), { type: 'region' });

function CountryChoice({ country }: { readonly country: Country | null }) {
  return (
    <label className="inline-flex items-center gap-1.5 text-ink-2">
      {messages.country}
      <Choice
        value={country}
        options={countryCodes()
          .filter(isCountry)
          .map((code) => [code, regions.of(code) ?? code])}
        none={messages.noCountry}
        className="min-h-6 max-w-40 rounded-chip border border-line-strong bg-surface px-1 text-ink"
        onChoose={setCountry}
      />
    </label>
  );
}

type GridLine = CheckedRow & { readonly id: bigint };

/** Columns of a wide grid; a narrow one stacks the cells of a row. */
const TEMPLATE =
  '@min-[640px]:grid @min-[640px]:grid-cols-[44px_88px_minmax(0,1.3fr)_minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1.6fr)_80px] @min-[860px]:grid-cols-[44px_88px_minmax(0,1.3fr)_minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,0.9fr)_minmax(0,1.6fr)_88px]';
/** The handle is hidden in a narrow grid. */
const GIVES_WAY = '@min-[640px]:@max-[860px]:hidden';
const ORDER = ['channel', 'external_user_id', 'email', 'phone', 'display_handle'] as const satisfies BindColumn[];

/** The longest cells, in characters. */
const MOST: Readonly<Partial<Record<BindColumn, number>>> = { external_user_id: 200, display_handle: 200, phone: 40 };

interface Editing {
  readonly row: number;
  readonly column: BindColumn;
}

interface RowGridProps {
  readonly file: OpenFile;
  readonly view: RowView;
  readonly problem: ProblemKind | null;
  /** The line of the file to show. */
  readonly line: number | null;
}

/** The rows of the file as a windowed grid with editable cells. */
function RowGrid({ file, view, problem, line }: RowGridProps) {
  const { session, version } = file;
  const [editing, setEditing] = useState<Editing | null>(null);
  const grid = useRef<GridHandle<GridLine>>(null);
  // A row takes at least one line, so row n is at or before line n + 2.
  const startAt = line === null ? 0 : Math.max(0, line - 2);
  const list = usePagedRows({
    key: `${version} ${view} ${problem ?? ''}`,
    pageOptions: (skip, limit) => ({
      queryKey: ['bulk bind rows', session.id, version, view, problem, skip, limit] as const,
      queryFn: async () => {
        const window = { view, from: skip, to: skip + limit, ...(problem === null ? {} : { problem }) };
        const { rows, total } = await session.call('rows', [window]);
        return { items: rows.map((row) => ({ ...row, id: BigInt(row.index) })), total_count: total };
      },
      // Personal data: kept only while it is on screen.
      gcTime: 0,
      staleTime: Infinity,
    }),
    startAt,
  });
  const latestRows = useRef(list.rows);
  useEffect(() => {
    latestRows.current = list.rows;
  });

  const begin = (row: CheckedRow, column = columnToFix(row)) => {
    // The file has no cell to edit.
    if (row.isSkipped || !file.mapping.has(column)) return;
    setEditing({ row: row.index, column });
  };
  /** @param by opens the next row, the one before, or none */
  const save = async (row: CheckedRow, column: BindColumn, text: string, by: 1 | -1 | 0) => {
    const place = latestRows.current.indexOf(String(row.index)) ?? 0;
    const next = by === 0 ? undefined : latestRows.current.at(place + by);
    setEditing(next === undefined ? null : { row: next.index, column: columnToFix(next) });
    if (text !== (row.cells[column] ?? '')) await changeRows({ do: 'edit', row: row.index, column, text });
    if (next === undefined) grid.current?.focusRow(String(row.index));
  };
  const cancel = (row: CheckedRow) => {
    setEditing(null);
    grid.current?.focusRow(String(row.index));
  };

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
  // The scroll position is not part of the address.
}

/** The cell of the first problem. */
function columnToFix({ problems, cells }: CheckedRow): BindColumn {
  const [first] = problems;
  if (first?.kind === 'no_identity') return cells.email === null ? 'phone' : 'email';
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
          {words.columnName[column]}
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
  /** The dry run led to this row. */
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
      <bdi>{isEmpty ? <span className="text-ink-3">–</span> : shownText(column, text)}</bdi>
    </span>
  );
}

/** Known channels by their name, everything else as it is in the file. */
function shownText(column: BindColumn, text: string): string {
  const channel = column === 'channel' ? channelNamed(text) : null;
  return channel === null ? text : channelWord(channel);
}

const FIELD =
  'min-h-7 w-full min-w-0 rounded-control border border-line-control bg-surface px-1.5 text-12 focus-visible:border-transparent focus-visible:outline-offset-0 pointer-coarse:min-h-11';

/** Edits a cell: Enter saves, Tab saves and opens the next row, Escape cancels. */
function Editor({ row, column, onSave, onCancel }: CellProps & Pick<RowProps, 'onSave' | 'onCancel'>) {
  const before = row.cells[column] ?? '';
  const [text, setText] = useState(before);
  // After a key has saved or cancelled, the blur must not save again.
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
    'aria-label': messages.edit(words.columnName[column], formatCount(row.line)),
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
          <option key={channel} value={channel}>
            {channelWord(channel)}
          </option>
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
      placeholder={messages.add(words.columnName[column])}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

function State({ row }: { readonly row: CheckedRow }) {
  const [first, ...more] = row.problems;
  if (row.isSkipped) return messages.skipped;
  if (first === undefined) return <span className="text-ink-3">{row.isFixed ? messages.fixed : messages.ready}</span>;
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

/** The quickest fix of the first problem: the cell after a rule, or Skip. */
function Action({ row: { index: row, isSkipped }, first, line }: ActionProps) {
  const act = (change: Change) => void changeRows(change);
  if (isSkipped)
    return (
      <TextButton aria-label={messages.restoreRow(line)} onClick={() => act({ do: 'restore', row })}>
        {messages.restore}
      </TextButton>
    );
  if (first === undefined) return null;
  const { offer, column } = first;
  const shown = offer === null || column === null ? '' : shownText(column, offer);
  if (offer === null || column === null)
    return (
      <TextButton aria-label={messages.skipRow(line)} onClick={() => act({ do: 'skip', row })}>
        {messages.skip}
      </TextButton>
    );
  return (
    <TextButton
      className="max-w-full truncate"
      title={shown}
      aria-label={messages.use(shown, line)}
      onClick={() => act({ do: 'edit', row, column, text: offer })}
    >
      {shown}
    </TextButton>
  );
}
