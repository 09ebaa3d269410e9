import { memo, useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { type BindColumn, channelNamed } from '#contract/bind-row.ts';
import { CHANNELS } from '#contract/customers.ts';
import { countryCodes, type Country, isCountry } from '#contract/dialling.ts';
import { formatCount } from '#src/format/number.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { formatLocale } from '#src/i18n/locale.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { usePagedRows } from '#src/ui/rows/use-paged-rows.ts';
import { type GridHandle, type GridRow, WindowedGrid } from '#src/ui/rows/windowed-grid.tsx';
import { TextButton } from '#src/ui/button.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { Choice } from './choice.tsx';
import type { Change, CheckedRow, CheckSummary, OfferedRule, ProblemKind, RowProblem } from './file/file-types.ts';
import { columnsMessages as messages, messages as words, rows as rowsText } from './messages.ts';
import { changeRows, type OpenFile, setCountry, skipRefused, undoFix } from './open-file.ts';
import { type BulkSearch, type Go, ROW_VIEWS, type RowView } from './search.ts';

interface RowsPaneProps {
  readonly file: OpenFile;
  readonly summary: CheckSummary;
  readonly search: BulkSearch;
  readonly go: Go;
}

/** The rows of the file in tabs, with the rules that fix many at once. */
export function RowsPane({ file, summary, search, go }: RowsPaneProps) {
  const toFix = summary.toFix + summary.doubtful;
  const counts: Readonly<Record<RowView, number>> = {
    problems: toFix,
    all: summary.rows,
    fixed: summary.fixed,
    skipped: summary.skipped,
  };
  // Show all rows of a file without problems, and when a certain line was asked for.
  const view = search.rows ?? (search.line !== undefined || toFix === 0 ? 'all' : 'problems');
  const [problem, setProblem] = useState<ProblemKind | null>(null);
  const kinds = [...summary.problems].filter(([, count]) => count > 0);
  const shownProblem = view === 'problems' && problem !== null && summary.problems.has(problem) ? problem : null;
  const { keys } = messages;
  const undo = () => void undoFix().then(() => announce(messages.undone));
  useShortcut('mod+z', undo, { label: keys.undo, group: keys.group, when: summary.canUndo, inFields: false });
  return (
    <>
      <div className="flex flex-none flex-wrap items-center gap-x-4 border-b border-line px-6 pt-2 max-md:px-4">
        <div role="group" aria-label={messages.rowsTabs} className="flex min-w-0 flex-1 gap-4 overflow-x-auto">
          {ROW_VIEWS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === view}
              className="hit relative min-h-9 flex-none font-medium text-ink-2 hover:text-ink aria-pressed:text-ink aria-pressed:after:absolute aria-pressed:after:inset-x-0 aria-pressed:after:-bottom-px aria-pressed:after:border-b-2 aria-pressed:after:border-current"
              onClick={() => go({ ...search, rows: one, line: undefined }, { replace: true })}
            >
              {messages.tab[one]}{' '}
              <span className="font-normal text-ink-3 tabular-nums">{formatCount(counts[one])}</span>
            </button>
          ))}
        </div>
        {view === 'problems' && kinds.length > 1 ? (
          <Choice
            label={messages.problem}
            value={shownProblem}
            options={kinds.map(([kind, count]) => [kind, messages.ofKind(messages.kind[kind], formatCount(count))])}
            none={messages.allProblems}
            className="my-1 min-h-control w-52 max-w-full min-w-0 max-md:w-full rounded-control border border-line-strong bg-surface px-2 text-12 pointer-coarse:min-h-11"
            onChoose={setProblem}
          />
        ) : null}
      </div>
      <Rules file={file} summary={summary} onUndo={undo} />
      <RowGrid
        key={`${view} ${shownProblem ?? ''}`}
        file={file}
        view={view}
        problem={shownProblem}
        line={search.line ?? null}
      />
      <p className="flex-none border-t border-line px-6 py-2 text-12 text-ink-3 max-md:hidden">
        <Kbd keys="enter" /> {messages.hintEdit} <Kbd keys="tab" /> {messages.hintNext} <Kbd keys="mod+z" />{' '}
        {messages.hintUndo}
      </p>
    </>
  );
}

const CHIP =
  'hit relative inline-flex min-h-6 items-center gap-1.5 rounded-chip border border-line-strong bg-surface px-2 hover:bg-hover';

/** Rules that need a country. */
const OF_COUNTRY: ReadonlySet<string> = new Set(['national', 'plus', 'code']);

interface RulesProps {
  readonly file: OpenFile;
  readonly summary: CheckSummary;
  readonly onUndo: () => void;
}

function Rules({ file, summary: { rules, toFix, problems, canUndo }, onUndo }: RulesProps) {
  const hasNational = (problems.get('national_number') ?? 0) > 0;
  const shown = rules.filter(({ rows }) => rows > 0);
  if (shown.length === 0 && !hasNational && toFix === 0 && !canUndo) return null;
  const apply = async (rule: OfferedRule) => {
    await changeRows({ do: 'rule', rule: rule.id, country: file.country });
    announce(messages.ruled(nameOf(rule), rowsText(rule.rows, formatCount(rule.rows))));
  };
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 px-6 pt-2 text-12 max-md:px-4">
      <span className={shown.length === 0 && !hasNational ? 'sr-only' : 'text-ink-2'}>{messages.fixMany}</span>
      {shown.map((rule) => (
        <button key={rule.id} type="button" className={CHIP} onClick={() => void apply(rule)}>
          {nameOf(rule)} <b className="font-medium tabular-nums">{rowsText(rule.rows, formatCount(rule.rows))}</b>
        </button>
      ))}
      {toFix === 0 ? null : (
        // On a phone, the header has no room for it.
        <button type="button" className={`md:hidden ${CHIP}`} onClick={() => void skipRefused()}>
          {messages.skipToFix(toFix, formatCount(toFix))}
        </button>
      )}
      {canUndo ? (
        <button type="button" className={CHIP} onClick={onUndo}>
          {messages.undoFix}
        </button>
      ) : null}
      {hasNational || shown.some(({ id }) => OF_COUNTRY.has(id)) ? <CountryChoice country={file.country} /> : null}
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

  const begin = useCallback((row: CheckedRow, column?: BindColumn) => {
    if (row.isSkipped) return;
    setEditing({ row: row.index, column: column ?? columnToFix(row) });
  }, []);
  /** @param by opens the next row, the one before, or none */
  const save = useCallback(async (row: CheckedRow, column: BindColumn, text: string, by: 1 | -1 | 0) => {
    const place = latestRows.current.indexOf(String(row.index)) ?? 0;
    const next = by === 0 ? undefined : latestRows.current.at(place + by);
    setEditing(next === undefined ? null : { row: next.index, column: columnToFix(next) });
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
  // The scroll position is not part of the address.
}

/** The cell of the first problem. */
function columnToFix({ problems }: CheckedRow): BindColumn {
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

/** The quickest fix of the first problem: the cell after a rule, or Skip. */
function Action({ row, first, line }: ActionProps) {
  const act = (change: Change) => void changeRows(change);
  const rows = [row.index];
  if (row.isSkipped)
    return (
      <TextButton aria-label={messages.restoreRow(line)} onClick={() => act({ do: 'restore', rows })}>
        {messages.restore}
      </TextButton>
    );
  if (first === undefined) return null;
  const { offer, column } = first;
  const shown = offer === null || column === null ? '' : shownText(column, offer);
  if (offer === null || column === null)
    return (
      <TextButton aria-label={messages.skipRow(line)} onClick={() => act({ do: 'skip', rows })}>
        {messages.skip}
      </TextButton>
    );
  return (
    <TextButton
      className="max-w-full truncate"
      title={shown}
      aria-label={messages.use(shown, line)}
      onClick={() => act({ do: 'edit', row: row.index, column, text: offer })}
    >
      {shown}
    </TextButton>
  );
}
