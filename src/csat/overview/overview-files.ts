import { useQuery } from '@tanstack/react-query';
import { csvFile } from '#contract/csv.ts';
import type { CsatDefinition, CsatSplitRow, CsatSummary } from '#contract/csat-reports.ts';
import { saveFile } from '#src/browser/save-file.ts';
import type { ChartTable } from '#src/charts/chart-types.ts';
import { formatValue } from '#src/csat/figures.ts';
import { daysOptions, splitsOptions, summaryOptions, useShownWindow, type ShownWindow } from '#src/csat/queries.ts';
import { SCORES, type CsatSearch } from '#src/csat/search.ts';
import { addDays } from '#src/format/days.ts';
import { formatCount } from '#src/format/number.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import type { DayWindow } from '#src/panels/day-window.ts';
import type { PageFiles } from '#src/panels/page-actions.tsx';
import { formatZoneDays } from '#src/panels/window-text.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { messages } from './messages.ts';
import { stepOf, type trendSteps, type TrendStep } from './trend-figures.ts';
import type { TrendNote } from './trend-notes.ts';

const texts = messages.trend.columns;

interface TrendTable {
  readonly steps: readonly TrendStep[];
  readonly notes: readonly TrendNote[];
  readonly definition: CsatDefinition;
  readonly name: string;
  readonly window: ShownWindow;
}

/** What the trend shows, as a table and as rows of a file. A gap is empty there, and no zero. */
export function trendTable({ steps, notes, definition, name, window }: TrendTable): ChartTable {
  const isByWeek = steps.some(({ date, to }) => addDays(date, 1) < to);
  const hasIntervals = steps.some(({ low }) => low !== null);
  const cell = (value: number | null) => ({
    shown: value === null ? messages.trend.none : formatValue(definition, value),
    exact: value,
  });
  const ofInterval = (value: number | null) => ({
    shown: value === null ? '–' : formatValue(definition, value),
    exact: value,
  });
  const said = (date: string) =>
    notes
      .filter(({ day }) => stepOf(steps, day) === date)
      .map(({ text }) => text)
      .join('; ');
  const hasNotes = steps.some(({ date }) => said(date) !== '');
  return {
    caption: (isByWeek ? messages.trend.weekLabel : messages.trend.label)(name, formatZoneDays(window, window.zone)),
    fileName: fileName(isByWeek ? 'weeks' : 'days', window),
    columns: [
      { key: isByWeek ? 'week_from' : 'date', label: isByWeek ? texts.week : texts.day, isNumber: false },
      { key: definition, label: name, isNumber: true },
      ...(hasIntervals
        ? [
            { key: `${definition}_low`, label: texts.low, isNumber: true },
            { key: `${definition}_high`, label: texts.high, isNumber: true },
          ]
        : []),
      { key: 'responses', label: messages.trend.count, isNumber: true },
      ...(hasNotes ? [{ key: 'notes', label: texts.notes, isNumber: false }] : []),
    ],
    rows: steps.map(({ date, value, low, high, responses }) => [
      { shown: formatUtcDay(date), exact: date },
      cell(value),
      ...(hasIntervals ? [ofInterval(low), ofInterval(high)] : []),
      { shown: formatCount(responses), exact: responses },
      ...(hasNotes ? [{ shown: said(date), exact: said(date) === '' ? null : said(date) }] : []),
    ]),
  };
}

/** The figures on the screen as files, made of the very same answers of the service. */
export function usePageFiles(search: CsatSearch): PageFiles {
  const window = useShownWindow(search);
  const summary = useQuery({ ...summaryOptions(search, window), enabled: false }).data;
  const days = useQuery({ ...daysOptions(search, window), enabled: false }).data?.items;
  const splits = useQuery({ ...splitsOptions(search, window), enabled: false }).data?.items;
  const waiting = messages.export.waiting;
  const save = (name: string, text: string): void => {
    saveFile(text, `${name}.csv`);
    announce(messages.export.done(`${name}.csv`));
  };
  return {
    items: [
      {
        key: 'days',
        label: messages.export.daily,
        disabledReason: days === undefined || summary === undefined ? waiting : undefined,
        onSelect: () =>
          days !== undefined &&
          summary !== undefined &&
          save(fileName('days', window), daysFile(days, window, summary)),
      },
      {
        key: 'scores',
        label: messages.export.scores,
        onSelect: () => summary !== undefined && save(fileName('scores', window), scoresFile(summary)),
      },
      {
        key: 'splits',
        label: messages.export.splits,
        disabledReason: splits === undefined || summary === undefined ? waiting : undefined,
        onSelect: () =>
          splits !== undefined &&
          summary !== undefined &&
          save(fileName('splits', window), splitsFile(splits, summary.definition)),
      },
    ],
    reason: summary === undefined ? waiting : undefined,
  };
}

function daysFile(
  days: Parameters<typeof trendSteps>[0],
  window: ShownWindow,
  { definition }: Pick<CsatSummary, 'definition'>,
): string {
  return csvFile(
    ['date', 'zone', definition, `${definition}_low`, `${definition}_high`, 'responses'],
    days.map(({ date, value, low, high, responses }) => [date, window.zone, value, low, high, responses]),
  );
}

function scoresFile({ from, to, zone, distribution, previous }: CsatSummary): string {
  return csvFile(
    ['score', 'responses', 'previous_responses', 'from', 'to', 'zone'],
    SCORES.map((score) => [
      Number(score),
      distribution[score],
      previous.distribution[score],
      from,
      addDays(to, -1),
      zone,
    ]),
  );
}

function splitsFile(rows: readonly CsatSplitRow[], definition: CsatDefinition): string {
  return csvFile(
    ['split', 'key', 'label', definition, `${definition}_low`, `${definition}_high`, 'responses'],
    rows.map(({ split, key, label, value, low, high, responses }) => [split, key, label, value, low, high, responses]),
  );
}

export function fileName(what: string, { from, to }: Pick<DayWindow, 'from' | 'to'>): string {
  return `csat-${what}-${from}-to-${addDays(to, -1)}`;
}
