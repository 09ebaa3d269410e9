import { Link } from '@tanstack/react-router';
import type { HealthOverview, HealthSnapshot } from '#contract/health-overview.ts';
import { formatNear } from '#src/format/time.ts';
import { Skeleton } from '#src/ui/loading.tsx';
import { changeSince, figureGroups, type Figure } from './figure-rows.ts';
import { messages } from './messages.ts';
import type { HealthPicture } from './picture.ts';
import { messages as rules } from './rule-messages.ts';
import { ruleSentence, type Reading } from './rule-text.ts';

const HOUR_MS = 3_600_000;
const HOURS = 48;
const GROUP =
  'grid gap-x-4 gap-y-4 border-t border-line py-3.5 grid-cols-2 md:grid-cols-[132px_repeat(5,minmax(0,1fr))] last:border-b';

interface FiguresProps {
  readonly picture: HealthPicture;
  readonly reading: Reading;
  /** What changes are counted from; null where there is nothing of before. */
  readonly before: HealthSnapshot | null;
}

/** The figures in rows without boxes, each a way to the list that counts the same. */
export function Figures({ picture, reading, before }: FiguresProps) {
  return figureGroups(picture, reading.can).map(({ key, label, figures }) => (
    <section key={key} aria-labelledby={`figures-${key}`} className={GROUP}>
      <h2 id={`figures-${key}`} className="text-14 font-semibold max-md:col-span-2">
        {label}
      </h2>
      {figures.map((figure) => (
        <OneFigure key={figure.key} figure={figure} picture={picture} before={before} reading={reading} />
      ))}
    </section>
  ));
}

interface OneFigureProps extends Pick<FiguresProps, 'picture' | 'before' | 'reading'> {
  readonly figure: Figure;
}

function OneFigure({ figure, picture, before, reading }: OneFigureProps) {
  const { label, state, text, note, rule, link, series } = figure;
  const change = changeSince(figure, before);
  const values =
    series === null || picture.overview === null || state !== 'known' ? null : hourly(picture.overview, series);
  const tone =
    state !== 'known'
      ? 'text-ink-3'
      : rule?.state === 'bad'
        ? 'text-danger-text'
        : rule?.state === 'attention'
          ? 'text-warn-text'
          : '';
  const judged =
    rule === null ? undefined : messages.note.ruleOf(ruleSentence(rule, picture), rules.panel.verdicts[rule.state]);
  const parts = (
    <>
      <span className="block truncate text-12 text-ink-3">{label}</span>
      <span className="flex min-h-7 items-center gap-2">
        <span className={`text-20 font-semibold tabular-nums ${tone}`}>{text}</span>
        {values === null ? null : <Sparkline values={values} label={messages.note.hourly(label)} />}
      </span>
      <span className="block text-12 text-ink-3 tabular-nums">{note}</span>
      {change === null || before === null ? null : (
        <span className="block text-12 text-ink-3 tabular-nums">
          {change === '' ? messages.compare.same : change}
          <span className="sr-only">
            {' '}
            {messages.compare.since('', formatNear(before.as_of_utc, reading.zone, reading.nowMs))}
          </span>
        </span>
      )}
    </>
  );
  const frame = 'block min-w-0 text-inherit no-underline';
  if (link === null)
    return (
      <div className={frame} title={judged}>
        {parts}
      </div>
    );
  return (
    <Link {...link} title={judged} className={`${frame} -mx-2 rounded-control px-2 hover:bg-hover`}>
      {parts}
    </Link>
  );
}

/** The last 48 hours, an hour a value; hours without a snapshot are gaps. */
function hourly({ series, now }: HealthOverview, key: NonNullable<Figure['series']>): readonly (number | null)[] {
  const last = Math.floor(Date.parse(now.as_of_utc) / HOUR_MS);
  const byHour = new Map(series.map((point) => [Math.floor(Date.parse(point.at_utc) / HOUR_MS), point[key]]));
  return Array.from({ length: HOURS }, (_, index) => byHour.get(last - HOURS + 1 + index) ?? null);
}

/** The groups before they are known, as high as they will be. */
export function WaitingFigures() {
  const { tickets, customers, delivery } = messages.groups;
  return [tickets, customers, delivery].map((label) => (
    <div key={label} className={GROUP}>
      <p className="text-14 font-semibold max-md:col-span-2">{label}</p>
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className="h-[76px]">
          <Skeleton className="mt-1 h-2.5 w-16" />
          <Skeleton className="mt-3 h-5 w-14" />
        </div>
      ))}
    </div>
  ));
}

interface SparklineProps {
  /** Evenly spaced; null where nothing was measured, which is a gap. */
  readonly values: readonly (number | null)[];
  /** What it shows, in words. */
  readonly label: string;
}

const WIDTH = 64;
const HEIGHT = 18;

/** A line as small as a word, which says how a figure came to be what it is. Its lowest and highest values fill its height. */
export function Sparkline({ values, label }: SparklineProps) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const x = (index: number): number => (index / (values.length - 1)) * (WIDTH - 2) + 1;
  // What never changed is a line in the middle.
  const y = (value: number): number =>
    high === low ? HEIGHT / 2 : HEIGHT - 2 - ((value - low) / (high - low)) * (HEIGHT - 4);
  const path = values
    .map((value, index) => {
      if (value === null) return '';
      const isStart = index === 0 || values[index - 1] === null;
      return `${isStart ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
  const last = values.at(-1) ?? null;
  return (
    <svg role="img" aria-label={label} width={WIDTH} height={HEIGHT} className="flex-none text-ink-3 print:hidden">
      <path d={path} fill="none" stroke="currentColor" strokeWidth={1.2} strokeLinejoin="round" strokeLinecap="round" />
      {last === null ? null : <circle cx={x(values.length - 1)} cy={y(last)} r={1.6} fill="currentColor" />}
    </svg>
  );
}
