import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { csvLine } from '#contract/csv.ts';
import type { CsatDefinition, CsatSplit, CsatSplitRow } from '#contract/csat-reports.ts';
import { FEW, formatValue, keyWord } from '#src/csat/figure-text.ts';
import { messages as page } from '#src/csat/messages.ts';
import { splitsOptions, type ShownWindow, type Summary } from '#src/csat/queries.ts';
import { FILTER_VALUES, sharedOf, withFilter, type OverviewSearch } from '#src/csat/search.ts';
import { addDays } from '#src/format/days.ts';
import { formatCount } from '#src/format/number.ts';
import { ExportButton } from '#src/list-export/export-button.tsx';
import { windowBefore } from '#src/panels/day-window.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { Skeleton } from '#src/ui/loading.tsx';
import { TextButton } from '#src/ui/button.tsx';
import { messages } from './messages.ts';

const texts = messages.splits;
/** By column: who answered, how fast and when; then where and who. */
const COLUMNS = [
  ['ai', 'first_reply', 'within_hours', 'priority'],
  ['channel', 'agent'],
] as const satisfies CsatSplit[][];
/** Rows of a split that are shown first. */
const SHOWN = 6;

interface SplitsPanelProps {
  readonly search: OverviewSearch;
  readonly window: ShownWindow;
  readonly summary: Summary;
}

/** The score of each part of the answers, with that of the period before. */
export function SplitsPanel({ search, window, summary }: SplitsPanelProps) {
  const { definition, asked } = summary;
  const splits = useQuery(splitsOptions(search, window, asked));
  const before = useQuery(splitsOptions(search, windowBefore(window), asked)).data?.items;
  return (
    <Panel
      title={texts.title}
      note={texts.note(page.days(window.days))}
      actions={
        <ExportButton
          label={page.export.button}
          total={definition === undefined || before === undefined ? undefined : splits.data?.items.length}
          nothing={page.export.nothing}
          fileOf={() => ({
            fileName: `csat-splits-${window.from}-to-${addDays(window.to, -1)}.csv`,
            readFile: () => Promise.resolve(splitsFile(splits.data?.items ?? [], before ?? [], definition ?? 'mean')),
          })}
        />
      }
    >
      <QueryState
        query={definition === undefined ? { ...splits, data: undefined } : splits}
        name={texts.title}
        skeleton={<SplitsSkeleton />}
      >
        {({ items }) =>
          definition === undefined || items.length === 0 ? (
            <p className="mt-2 text-ink-3">{texts.empty}</p>
          ) : (
            <div className="mt-2 grid grid-cols-2 items-start gap-x-10 gap-y-4 max-lg:grid-cols-1">
              {COLUMNS.map((column) => (
                <div key={column[0]} className="flex min-w-0 flex-col gap-4">
                  {column.map((split) => (
                    <SplitRows
                      key={split}
                      split={split}
                      rows={sorted(
                        split,
                        items.filter((row) => row.split === split),
                      )}
                      before={before}
                      definition={definition}
                      search={search}
                    />
                  ))}
                </div>
              ))}
            </div>
          )
        }
      </QueryState>
    </Panel>
  );
}

/** Every row, with that of the period before. */
export function splitsFile(
  rows: readonly CsatSplitRow[],
  before: readonly CsatSplitRow[],
  definition: CsatDefinition,
): string {
  const head = ['split', 'key', 'label', definition, 'responses', `previous_${definition}`, 'previous_responses'];
  const lines = rows.map(({ split, key, label, value, responses }) => {
    const previous = before.find((row) => row.split === split && row.key === key);
    return [split, key, label, value, responses, previous?.value ?? null, previous?.responses ?? 0];
  });
  return [head, ...lines].map(csvLine).join('');
}

/** In the order of the split's values; channels and agents by their answers. */
export function sorted(split: CsatSplit, rows: readonly CsatSplitRow[]): readonly CsatSplitRow[] {
  if (split === 'channel' || split === 'agent') return rows.toSorted((a, b) => b.responses - a.responses);
  const order: readonly string[] = FILTER_VALUES[split];
  const placeOf = ({ key }: CsatSplitRow): number => (order.includes(key) ? order.indexOf(key) : order.length);
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

interface SplitRowsProps {
  readonly split: CsatSplit;
  readonly rows: readonly CsatSplitRow[];
  /** The rows of the period before; undefined until they are loaded. */
  readonly before: readonly CsatSplitRow[] | undefined;
  readonly definition: CsatDefinition;
  readonly search: OverviewSearch;
}

function SplitRows({ split, rows, search, ...drawn }: SplitRowsProps) {
  const [isWhole, setWhole] = useState(false);
  if (rows.length === 0) return null;
  const shown = isWhole ? rows : rows.slice(0, SHOWN);
  return (
    <section aria-label={page.split[split]}>
      <h3 className="text-12 font-medium text-ink-3">{page.split[split]}</h3>
      <ul>
        {shown.map((row) => (
          <SplitLine key={row.key} row={row} search={search} {...drawn} />
        ))}
      </ul>
      {rows.length <= SHOWN ? null : (
        <TextButton className="text-12" onClick={() => setWhole(!isWhole)}>
          {isWhole ? texts.fewer : texts.all(formatCount(rows.length))}
        </TextButton>
      )}
    </section>
  );
}

interface SplitLineProps extends Pick<SplitRowsProps, 'before' | 'definition' | 'search'> {
  readonly row: CsatSplitRow;
}

function SplitLine({ row, before, definition, search }: SplitLineProps) {
  const { split, key, label, responses, value } = row;
  const previous = before?.find((one) => one.split === split && one.key === key);
  const word = split === 'agent' && key !== 'none' ? label : keyWord(split, key);
  const isFew = responses < FEW;
  const narrowed = withFilter(search, split, key);
  return (
    <li
      className={`relative flex min-h-7 items-center gap-3 border-b border-line last:border-0 hover:bg-hover ${isFew ? 'text-ink-3' : ''}`}
    >
      <Link
        to="/csat"
        search={narrowed}
        resetScroll={false}
        dir="auto"
        title={word}
        aria-label={texts.only(page.split[split], word)}
        className="min-w-0 flex-1 truncate after:absolute after:inset-0 max-md:py-1 max-md:whitespace-normal"
      >
        {word}
      </Link>
      <span className="w-12 flex-none text-end font-medium tabular-nums">
        {value === null ? '–' : formatValue(definition, value)}
      </span>
      <span className="w-32 flex-none text-12 text-ink-3 tabular-nums max-md:w-24">
        {before === undefined ? null : <Before row={previous} definition={definition} />}
      </span>
      <span className="relative flex w-16 flex-none items-center justify-end gap-1.5 text-12 tabular-nums">
        {isFew ? <span>{page.few}</span> : null}
        <Link
          to="/csat/answers"
          search={{ ...sharedOf(narrowed) }}
          aria-label={texts.answersOf(page.answers(responses, formatCount(responses)), word)}
          className="hit relative z-1 text-ink-2 hover:underline"
        >
          {formatCount(responses)}
        </Link>
      </span>
    </li>
  );
}

interface BeforeProps {
  /** Undefined if the period before has no answers of this part. */
  readonly row: CsatSplitRow | undefined;
  readonly definition: CsatDefinition;
}

function Before({ row, definition }: BeforeProps) {
  if (row === undefined || row.value === null) return texts.noneBefore;
  return (
    <>
      {texts.from(formatValue(definition, row.value), formatCount(row.responses))}
      <span className="max-md:sr-only"> {texts.before}</span>
    </>
  );
}

function SplitsSkeleton() {
  return (
    <div className="mt-8 grid grid-cols-2 gap-x-10 gap-y-4 max-lg:grid-cols-1">
      {Array.from({ length: 16 }, (_, index) => (
        <div key={index} className="flex min-h-5 items-center">
          <Skeleton className="h-2.5 w-40" />
        </div>
      ))}
    </div>
  );
}
