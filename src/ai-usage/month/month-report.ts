import type { AiLimits } from '#contract/ai-limits.ts';
import type { AiCapChange, AiUsageRow } from '#contract/ai-reports.ts';
import { costPer } from '#src/ai-usage/figures/value-figures.ts';
import { fromPico, shareOf, sumPico, toPico } from '#src/ai-usage/figures/usd.ts';
import { daysOf, type UsageWindow } from '#src/ai-usage/usage-window.ts';
import { formatPercent } from '#src/format/compact.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { formatInstant } from '#src/format/time.ts';
import { formatUtcDate, formatUtcDay } from '#src/format/utc-day.ts';
import { messages } from './month-messages.ts';

/** A text for people, and the value of the file for programs. */
export interface Cell {
  readonly shown: string;
  readonly exact: string | number | bigint | null;
}

export interface ReportTable {
  readonly title: string;
  /** The first one is the heading of the rows. */
  readonly columns: readonly { readonly label: string; readonly isNumber: boolean }[];
  readonly rows: readonly (readonly Cell[])[];
  /** Instead of rows where there are none. */
  readonly empty?: string;
}

/** A month as plain texts: the page, the file of HTML and the CSV show the same object. */
export interface MonthReport {
  readonly title: string;
  readonly window: string;
  readonly notes: readonly string[];
  readonly tables: readonly ReportTable[];
  readonly definitions: string;
}

interface Count {
  readonly name: string;
  /** Null where it is not known. */
  readonly count: number | null;
}

export interface MonthFigures {
  readonly title: string;
  readonly window: UsageWindow;
  /** The UTC date: later days of the month are left out. */
  readonly today: string;
  readonly days: readonly AiUsageRow[];
  readonly features: readonly AiUsageRow[];
  readonly models: readonly AiUsageRow[];
  readonly changes: readonly AiCapChange[];
  /** As they are now; null where they are not known. */
  readonly limits: AiLimits | null;
  /** What the cost is divided by. */
  readonly value: readonly Count[];
}

const { column } = messages;

/** All figures of a month. The days of the window are added up, so that every table has the same total. */
export function monthReport(figures: MonthFigures): MonthReport {
  const { title, window, today } = figures;
  const to = window.to > today ? today : daysOf(window).at(-1);
  return {
    title,
    window: messages.window(formatUtcDate(window.from), formatUtcDate(to ?? window.from)),
    notes: window.to > today ? [messages.soFar] : [],
    tables: [
      factsTable(figures),
      valueTable(figures),
      spentTable(messages.features.title, messages.features.feature, figures.features, ({ feature }) => feature ?? ''),
      spentTable(messages.models.title, messages.models.model, figures.models, ({ model }) => model ?? ''),
      capsTable(figures),
      daysTable(figures),
    ],
    definitions: messages.definitions.lines,
  };
}

const text = (shown: string): Cell => ({ shown, exact: shown });
const usd = (amount: number): Cell => ({ shown: formatUsd(amount), exact: amount });
const count = (n: number | bigint): Cell => ({ shown: formatCount(n), exact: n });
const share = (part: number | null): Cell => ({ shown: part === null ? '–' : formatPercent(part), exact: part });

function sumOf(rows: readonly AiUsageRow[]) {
  const add = (key: 'calls' | 'cache_hits' | 'errors' | 'refused' | 'unpriced_calls') =>
    rows.reduce((sum, row) => sum + row[key], 0);
  return {
    cost: sumPico(rows.map(({ cost_usd }) => cost_usd)),
    calls: add('calls'),
    cacheHits: add('cache_hits'),
    errors: add('errors'),
    refused: add('refused'),
    unpriced: add('unpriced_calls'),
    input: rows.reduce((sum, row) => sum + row.input_tokens, 0n),
    output: rows.reduce((sum, row) => sum + row.output_tokens, 0n),
  };
}

function factsTable({ days, limits }: MonthFigures): ReportTable {
  const texts = messages.facts;
  const sum = sumOf(days);
  const spent = fromPico(sum.cost);
  const limit = limits === null ? null : limits.budget.limit;
  const budget = limits === null ? text(texts.unknown) : limit === null ? text(texts.noBudget) : usd(Number(limit));
  const used = limit === null || Number(limit) === 0 ? null : spent / Number(limit);
  const part = (n: number): Cell => {
    const of = sum.calls === 0 ? null : n / sum.calls;
    return of === null ? count(n) : { shown: texts.of(formatCount(n), formatPercent(of)), exact: n };
  };
  return {
    title: texts.title,
    columns: [
      { label: '', isNumber: false },
      { label: '', isNumber: true },
    ],
    rows: [
      [text(texts.spend), usd(spent)],
      [
        text(texts.budget),
        used === null ? budget : { ...budget, shown: `${budget.shown}, ${texts.used(formatPercent(used))}` },
      ],
      [text(texts.calls), count(sum.calls)],
      [
        text(texts.tokens),
        { shown: texts.pair(formatCount(sum.input), formatCount(sum.output)), exact: `${sum.input} / ${sum.output}` },
      ],
      [text(texts.errors), part(sum.errors)],
      [text(texts.cacheHits), part(sum.cacheHits)],
      [text(texts.refused), count(sum.refused)],
      [text(texts.unpriced), count(sum.unpriced)],
    ],
  };
}

function valueTable({ days, value }: MonthFigures): ReportTable {
  const { cost } = sumOf(days);
  const texts = messages.value;
  return {
    title: texts.title,
    columns: [
      { label: texts.per, isNumber: false },
      { label: texts.counted, isNumber: true },
      { label: texts.one, isNumber: true },
    ],
    rows: value.map(({ name, count: n }) => {
      const per = n === null ? null : costPer(cost, n);
      return [text(name), n === null ? text('–') : count(n), per === null ? text(texts.none) : usd(per)];
    }),
  };
}

const SPENT = [
  { label: column.cost, isNumber: true },
  { label: column.share, isNumber: true },
  { label: column.calls, isNumber: true },
  { label: column.tokens, isNumber: true },
];

function spentTable(
  title: string,
  head: string,
  rows: readonly AiUsageRow[],
  nameOf: (row: AiUsageRow) => string,
): ReportTable {
  const sum = sumOf(rows);
  const used = rows.filter(({ calls }) => calls > 0).toSorted((a, b) => b.cost_usd - a.cost_usd);
  return {
    title,
    columns: [{ label: head, isNumber: false }, ...SPENT],
    rows: [
      ...used.map((row) => [
        text(nameOf(row)),
        usd(row.cost_usd),
        share(shareOf(toPico(row.cost_usd), sum.cost)),
        count(row.calls),
        count(row.input_tokens + row.output_tokens),
      ]),
      [
        text(messages.total),
        usd(fromPico(sum.cost)),
        share(sum.cost === 0n ? null : 1),
        count(sum.calls),
        count(sum.input + sum.output),
      ],
    ],
  };
}

/** Every day of the month up to today, those without calls included. */
function daysTable({ window, today, days }: MonthFigures): ReportTable {
  const byDay = new Map(days.map((row) => [row.day, row]));
  const sum = sumOf(days);
  const rows = daysOf(window)
    .filter((day) => day <= today)
    .map((day) => {
      const row = byDay.get(day);
      const tokens = row === undefined ? 0n : row.input_tokens + row.output_tokens;
      return [
        { shown: formatUtcDay(day), exact: day },
        usd(row?.cost_usd ?? 0),
        count(row?.calls ?? 0),
        count(tokens),
        count(row?.refused ?? 0),
      ];
    });
  return {
    title: messages.days.title,
    columns: [
      { label: messages.days.day, isNumber: false },
      { label: column.cost, isNumber: true },
      { label: column.calls, isNumber: true },
      { label: column.tokens, isNumber: true },
      { label: column.refused, isNumber: true },
    ],
    rows: [
      ...rows,
      [
        text(messages.total),
        usd(fromPico(sum.cost)),
        count(sum.calls),
        count(sum.input + sum.output),
        count(sum.refused),
      ],
    ],
  };
}

/** The changes within the month, oldest first. */
function capsTable({ window, changes }: MonthFigures): ReportTable {
  const texts = messages.caps;
  const inside = changes
    .filter(({ created_utc: at }) => at.slice(0, 10) >= window.from && at.slice(0, 10) < window.to)
    .toSorted((a, b) => Date.parse(a.created_utc) - Date.parse(b.created_utc));
  return {
    title: texts.title,
    columns: [texts.time, texts.actor, texts.cap, texts.change].map((label) => ({ label, isNumber: false })),
    rows: inside.map(({ created_utc: at, actor, cap, from, to }) => [
      { shown: formatInstant(at, 'UTC'), exact: at },
      text(actor),
      text(Object.hasOwn(texts.names, cap) ? texts.names[cap] : cap),
      text(texts.fromTo(from ?? texts.none, to ?? texts.none)),
    ]),
    empty: texts.nobody,
  };
}
