import { useQuery } from '@tanstack/react-query';
import { csvFile } from '#contract/csv.ts';
import type { CsatDay, CsatDefinition, CsatSplitRow, CsatSummary } from '#contract/csat-reports.ts';
import { saveFile } from '#src/browser/save-file.ts';
import { daysOptions, splitsOptions, summaryOptions, useShownWindow, type ShownWindow } from '#src/csat/queries.ts';
import { SCORES, type CsatSearch } from '#src/csat/search.ts';
import { addDays } from '#src/format/days.ts';
import { windowBefore, type DayWindow } from '#src/panels/day-window.ts';
import type { PageFiles } from '#src/panels/page-actions.tsx';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { messages } from './messages.ts';

/** The figures on the screen as files, from the same replies of the service. */
export function usePageFiles(search: CsatSearch): PageFiles {
  const window = useShownWindow(search);
  const summary = useQuery({ ...summaryOptions(search, window), enabled: false }).data;
  const days = useQuery({ ...daysOptions(search, window), enabled: false }).data?.items;
  const splits = useQuery({ ...splitsOptions(search, window), enabled: false }).data?.items;
  const splitsBefore = useQuery({ ...splitsOptions(search, windowBefore(window)), enabled: false }).data?.items;
  const texts = messages.export;
  const item = (what: string, label: string, text: (() => string) | undefined): MenuItem => ({
    key: what,
    label,
    disabledReason: text === undefined ? texts.waiting : undefined,
    onSelect: () => {
      if (text === undefined) return;
      const name = `${fileName(what, window)}.csv`;
      saveFile(text(), name);
      announce(texts.done(name));
    },
  });
  return {
    items: [
      item('days', texts.daily, days && summary && (() => daysFile(days, window, summary))),
      item('scores', texts.scores, summary && (() => scoresFile(summary))),
      item(
        'splits',
        texts.splits,
        splits && splitsBefore && summary && (() => splitsFile(splits, splitsBefore, summary.definition)),
      ),
    ],
    reason: summary === undefined ? texts.waiting : undefined,
  };
}

function daysFile(
  days: readonly CsatDay[],
  window: ShownWindow,
  { definition }: Pick<CsatSummary, 'definition'>,
): string {
  return csvFile(
    ['date', 'zone', definition, 'responses'],
    days.map(({ date, value, responses }) => [date, window.zone, value, responses]),
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

function splitsFile(
  rows: readonly CsatSplitRow[],
  rowsBefore: readonly CsatSplitRow[],
  definition: CsatDefinition,
): string {
  return csvFile(
    ['split', 'key', 'label', definition, 'responses', `previous_${definition}`, 'previous_responses'],
    rows.map(({ split, key, label, value, responses }) => {
      const before = rowsBefore.find((row) => row.split === split && row.key === key);
      return [split, key, label, value, responses, before?.value ?? null, before?.responses ?? 0];
    }),
  );
}

export function fileName(what: string, { from, to }: Pick<DayWindow, 'from' | 'to'>): string {
  return `csat-${what}-${from}-to-${addDays(to, -1)}`;
}
