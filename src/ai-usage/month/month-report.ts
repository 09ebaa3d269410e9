import type { AiLimits } from '#contract/ai-limits.ts';
import type { AiCapChange, AiUsageRow } from '#contract/ai-reports.ts';
import { messages as capMessages } from '#src/ai-usage/caps/messages.ts';
import { sumOfRows, type UsageSum } from '#src/ai-usage/figures/usage-sums.ts';
import { shareOf, sumUsd, toPico, type PicoUsd } from '#contract/usd.ts';
import { costPer } from '#src/ai-usage/figures/value-figures.ts';
import { formatPercent } from '#src/format/compact.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { formatInstant } from '#src/format/time.ts';
import { formatUtcDate } from '#src/format/utc-day.ts';
import { daysOf, type DayWindow } from '#src/panels/day-window.ts';
import { messages } from './messages.ts';

/** A text for people, and the value of the file for programs. */
interface Cell {
  readonly shown: string;
  readonly exact: string | number | bigint | null;
}

interface Column {
  readonly label: string;
  readonly isNumber: boolean;
}

export interface ReportTable {
  readonly title: string;
  /** The first one is the heading of the rows. */
  readonly columns: readonly Column[];
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

export interface MonthFigures {
  readonly title: string;
  readonly window: DayWindow;
  /** The UTC date: later days of the month are left out. */
  readonly today: string;
  readonly days: readonly AiUsageRow[];
  readonly features: readonly AiUsageRow[];
  readonly models: readonly AiUsageRow[];
  readonly changes: readonly AiCapChange[];
  /** As they are now; null where they are not known. */
  readonly limits: AiLimits | null;
  /** What calls without a price would have cost; null without any, or where that cannot be reckoned. */
  readonly unpriced: { readonly usd: number; readonly model: string } | null;
  /** The cost is divided by each; a count of null is not known. */
  readonly value: readonly { readonly name: string; readonly count: number | null }[];
}

/** All figures of a month. The days of the window are added up, so that every table has the same total. */
export function monthReport(figures: MonthFigures): MonthReport {
  const { title, window, today, features, models } = figures;
  const to = window.to > today ? today : daysOf(window).at(-1);
  return {
    title,
    window: messages.window(formatUtcDate(window.from), formatUtcDate(to ?? window.from)),
    notes: window.to > today ? [messages.soFar] : [],
    tables: [
      factsTable(figures),
      valueTable(figures),
      spentTable(messages.features.title, messages.features.feature, features, ({ feature = '' }) => feature),
      spentTable(messages.models.title, messages.models.model, models, ({ model = '' }) => model),
      capsTable(figures),
      daysTable(figures),
    ],
    definitions: messages.definitions.lines,
  };
}

const words = (label: string): Column => ({ label, isNumber: false });
const number = (label: string): Column => ({ label, isNumber: true });

const text = (shown: string): Cell => ({ shown, exact: shown });
const usd = (amount: number): Cell => ({ shown: formatUsd(amount), exact: amount });
const count = (n: number | bigint): Cell => ({ shown: formatCount(n), exact: n });
const share = (part: number | null): Cell => ({ shown: part === null ? '–' : formatPercent(part), exact: part });

const { column } = messages;

/** The budget that held when the month ended, or holds now in a month that is not over; undefined where that is not known. */
function budgetOf({ window, changes, limits }: MonthFigures): number | null | undefined {
  const ofBudget = changes
    .filter(({ cap }) => cap === 'budget')
    .toSorted((a, b) => Date.parse(a.created_utc) - Date.parse(b.created_utc));
  const isBefore = ({ created_utc: at }: AiCapChange) => at.slice(0, 10) < window.to;
  const set = ofBudget.findLast(isBefore)?.to;
  const changed = set === undefined ? ofBudget.find((change) => !isBefore(change))?.from : set;
  const limit = changed === undefined ? limits?.budget.limit : changed;
  return limit === undefined || limit === null ? limit : Number(limit);
}

function factsTable(figures: MonthFigures): ReportTable {
  const { days, window, today, unpriced } = figures;
  const texts = messages.facts;
  const { costUsd, calls, errors, cacheHits, details } = sumOfRows(days);
  const { inputTokens = 0n, outputTokens = 0n, refused = 0, unpricedCalls = 0 } = details ?? {};
  const limit = budgetOf(figures);
  const budget = limit === undefined ? text(texts.unknown) : limit === null ? text(texts.noBudget) : usd(limit);
  const used = shareOf(costUsd, limit ?? 0);
  const ofCalls = (n: number): Cell => {
    const part = shareOf(n, calls);
    return part === null ? count(n) : { shown: texts.of(formatCount(n), formatPercent(part)), exact: n };
  };
  const withUnpriced = (name: string, of: (more: number) => Cell): readonly (readonly Cell[])[] =>
    unpriced === null ? [] : [[text(name), { ...of(unpriced.usd), shown: texts.about(of(unpriced.usd).shown) }]];
  return {
    title: texts.title,
    columns: [words(''), number('')],
    rows: [
      [text(texts.spend), usd(costUsd)],
      ...withUnpriced(texts.spendWith, (more) => usd(sumUsd([costUsd, more]))),
      [
        text(window.to > today ? texts.budgetNow : texts.budget),
        used === null ? budget : { ...budget, shown: `${budget.shown}, ${texts.used(formatPercent(used))}` },
      ],
      [text(texts.calls), count(calls)],
      [
        text(texts.tokens),
        {
          shown: texts.pair(formatCount(inputTokens), formatCount(outputTokens)),
          exact: `${inputTokens} / ${outputTokens}`,
        },
      ],
      [text(texts.errors), ofCalls(errors)],
      [text(texts.cacheHits), ofCalls(cacheHits)],
      [text(texts.refused), count(refused)],
      [text(texts.unpriced), count(unpricedCalls)],
      ...withUnpriced(texts.unpricedAt(unpriced?.model ?? ''), usd),
    ],
  };
}

function valueTable({ days, value, unpriced }: MonthFigures): ReportTable {
  const cost = toPico(sumOfRows(days).costUsd);
  const texts = messages.value;
  return {
    title: texts.title,
    columns: [
      words(texts.per),
      number(texts.counted),
      number(texts.one),
      ...(unpriced === null ? [] : [number(texts.oneWith)]),
    ],
    rows: value.map(({ name, count: n }) => {
      const oneOf = (total: PicoUsd): Cell => {
        const per = n === null ? null : costPer(total, n);
        return per === null ? text(texts.none) : usd(per);
      };
      return [
        text(name),
        n === null ? text('–') : count(n),
        oneOf(cost),
        ...(unpriced === null ? [] : [oneOf(cost + toPico(unpriced.usd))]),
      ];
    }),
  };
}

function spentTable(
  title: string,
  head: string,
  rows: readonly AiUsageRow[],
  nameOf: (row: AiUsageRow) => string,
): ReportTable {
  const total = sumOfRows(rows);
  const line = (name: string, { costUsd, calls, tokens }: UsageSum) => [
    text(name),
    usd(costUsd),
    share(shareOf(costUsd, total.costUsd)),
    count(calls),
    count(tokens),
  ];
  const used = rows.filter(({ calls }) => calls > 0).toSorted((a, b) => b.cost_usd - a.cost_usd);
  return {
    title,
    columns: [words(head), number(column.cost), number(column.share), number(column.calls), number(column.tokens)],
    rows: [...used.map((row) => line(nameOf(row), sumOfRows([row]))), line(messages.total, total)],
  };
}

/** Every day of the month up to today, those without calls included. */
function daysTable({ window, today, days }: MonthFigures): ReportTable {
  const line = (head: Cell, rows: readonly AiUsageRow[]) => {
    const { costUsd, calls, tokens, details } = sumOfRows(rows);
    return [head, usd(costUsd), count(calls), count(tokens), count(details?.refused ?? 0)];
  };
  const shown = daysOf(window).filter((day) => day <= today);
  return {
    title: messages.days.title,
    columns: [
      words(messages.days.day),
      number(column.cost),
      number(column.calls),
      number(column.tokens),
      number(column.refused),
    ],
    rows: [
      ...shown.map((date) =>
        line(
          { shown: formatUtcDate(date), exact: date },
          days.filter(({ day }) => day === date),
        ),
      ),
      line(text(messages.total), days),
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
    columns: [texts.time, texts.actor, texts.cap, texts.change].map(words),
    rows: inside.map(({ created_utc: at, actor, cap, from, to }) => [
      { shown: formatInstant(at, 'UTC', 0), exact: at },
      text(actor),
      text(capMessages.name[cap]),
      text(texts.fromTo(from ?? texts.none, to ?? texts.none)),
    ]),
    empty: texts.unchanged,
  };
}
