import type { ReactNode } from 'react';
import type { Whoami } from '#contract/site.ts';
import { siteName } from '#src/api/whoami.ts';
import { formatPercent } from '#src/format/compact.ts';
import { formatUsd, formatWholeUsd } from '#src/format/money.ts';
import { formatAge, formatClock, formatInstant, formatNear, formatTime } from '#src/format/time.ts';
import { formatWeekday } from '#src/format/weekday.ts';
import { type Figure, figureGroups, type FigureKey, type Provided, providedBy } from '#src/health/figure-rows.ts';
import { attentionOf, type HealthPicture } from '#src/health/picture.ts';
import { OLD_MS, useSeconds } from '#src/health/refresh-note.tsx';
import { formatSoon, type Reading, ruleText } from '#src/health/rule-text.ts';
import { Icon, type IconName } from '#src/ui/icons/icon.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { Meter } from '#src/ui/meter.tsx';
import { messages } from './messages.ts';

const SHIFT_MS = 600_000;
const DAY_MS = 86_400_000;
/** What stands still for days burns into a screen: all of it moves by four pixels every ten minutes. */
const SHIFTS = ['0px 0px', '4px 0px', '4px 4px', '0px 4px'];
const MAX_LINES = 4;
const TONES = { ok: '', attention: 'text-warn-text', bad: 'text-danger-text' } as const;

interface WallBoardProps {
  readonly whoami: Whoami;
  readonly picture: HealthPicture;
  /** In ms since 1970. */
  readonly loadedAt: number;
}

/** The first thing that needs attention, four figures, and what else there is to know: to be read from afar. */
export function WallBoard({ whoami, picture, loadedAt }: WallBoardProps) {
  const nowMs = useSeconds(true);
  const zone = whoami.time_zone || 'UTC';
  const reading: Reading = { zone, nowMs, can: providedBy(whoami) };
  const [first, ...others] = attentionOf(picture);
  const age = nowMs - loadedAt;
  const isOld = age >= OLD_MS;
  const lines = linesOf(others, picture, reading);
  return (
    <div
      className="flex flex-1 flex-col p-14 max-md:p-4"
      style={{ translate: SHIFTS[Math.floor(nowMs / SHIFT_MS) % SHIFTS.length] }}
    >
      <header className="flex flex-wrap items-center gap-x-3 text-wall-3">
        <p className="min-w-0 flex-1 truncate">
          <b className="font-semibold">{siteName(whoami)}</b>{' '}
          <span className="text-ink-3 max-md:hidden">{messages.support}</span>
        </p>
        <Hours picture={picture} zone={zone} nowMs={nowMs} />
        <p className="ms-6 max-md:ms-2">
          <time dateTime={new Date(nowMs).toISOString()} className="font-semibold tabular-nums">
            {formatTime(new Date(nowMs).toISOString(), zone)}
          </time>{' '}
          <span className="text-ink-3 max-md:hidden">{placeOf(zone, nowMs)}</span>
        </p>
      </header>
      <h1 className="mt-8 border-b border-line pb-8 text-wall-2 font-semibold text-pretty max-md:mt-6 max-md:pb-6">
        {isOld
          ? messages.noData(sinceText(loadedAt, zone, nowMs))
          : first === undefined
            ? messages.allWell
            : ruleText(first, picture, reading).line}
      </h1>
      <p role="status" className="min-h-8 pt-2 text-wall-3 text-warn-text">
        {isOld ? messages.old(formatAge(age)) : null}
      </p>
      <dl className="my-auto grid grid-cols-4 gap-y-10 py-8 max-md:grid-cols-2">
        {wallFigures(picture, reading.can, nowMs).map(({ key, label, text, note, state }) => (
          <div
            key={key}
            className="min-w-0 border-s border-line ps-8 first:border-s-0 first:ps-0 max-md:ps-4 max-md:odd:border-s-0 max-md:odd:ps-0"
          >
            <dt className="truncate text-wall-3 text-ink-2">{label}</dt>
            <dd>
              <span
                className={`block text-wall-1 font-semibold tabular-nums ${isOld ? 'text-ink-3' : TONES[state]} ${text.length > 4 ? 'text-wall-2!' : ''}`}
              >
                {text}
              </span>
              <span className="block text-wall-3 text-ink-3">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
      <ul className="border-t border-line text-wall-3">
        {lines.map(({ key, icon, tone, text, end }) => (
          <li key={key} className="flex items-center gap-4 border-b border-line py-3.5">
            <Icon name={icon} size={20} className={`flex-none ${isOld ? 'text-ink-3' : tone}`} />
            <span className={`min-w-0 flex-1 ${isOld ? 'text-ink-3' : ''}`}>{text}</span>
            {end}
          </li>
        ))}
      </ul>
      <footer className="flex items-center gap-2 pt-5 text-14 text-ink-3">
        <p className="flex-1 tabular-nums">{messages.asOf(formatClock(picture.now.as_of_utc, zone))}</p>
        <p className="max-md:hidden">
          {messages.hint} <Kbd keys="escape" />
        </p>
      </footer>
    </div>
  );
}

function Hours({
  picture: { now, overview },
  zone,
  nowMs,
}: { readonly picture: HealthPicture } & Omit<Reading, 'can'>) {
  if (!now.business_calendar_active) return null;
  const isOpen = now.is_now_within_business_hours;
  const change = overview?.now.hours_change_utc ?? null;
  const { open, closed, openUntil, closedUntil } = messages;
  const words =
    change === null ? (isOpen ? open : closed) : (isOpen ? openUntil : closedUntil)(formatSoon(change, zone, nowMs));
  return (
    <p className="flex items-center gap-2.5">
      <Icon name="clock" size={20} className={isOpen ? 'text-ok' : 'text-ink-3'} />
      {words}
    </p>
  );
}

interface Line {
  readonly key: string;
  readonly icon: IconName;
  readonly tone: string;
  readonly text: string;
  readonly end: ReactNode;
}

/** What else needs attention, what AI has cost of its budget, and that the self-tests passed. */
function linesOf(rules: ReturnType<typeof attentionOf>, picture: HealthPicture, reading: Reading): readonly Line[] {
  const attention = rules.map((rule): Line => {
    const { line, icon } = ruleText(rule, picture, reading);
    return {
      key: rule.key,
      icon,
      tone: rule.state === 'bad' ? 'text-danger' : 'text-warn',
      text: line,
      end: null,
    };
  });
  const { ai, self_tests: tests } = picture.overview ?? {};
  const budget = ai?.budget_usd ?? null;
  const lastRun = tests?.map(({ at_utc: at }) => at).sort()[0];
  return [
    ...attention,
    ...(ai === undefined || budget === null || budget === 0
      ? []
      : [
          {
            key: 'spend',
            icon: 'spark' as const,
            tone: 'text-ink-3',
            text: messages.spend(formatUsd(ai.cost_month_usd), formatWholeUsd(budget)),
            end: <Spend cost={ai.cost_month_usd} budget={budget} />,
          },
        ]),
    ...(tests === undefined || lastRun === undefined || !tests.every(({ ok }) => ok)
      ? []
      : [
          {
            key: 'tests',
            icon: 'check' as const,
            tone: 'text-ok',
            text: messages.testsPassed(formatNear(lastRun, reading.zone, reading.nowMs)),
            end: null,
          },
        ]),
  ].slice(0, MAX_LINES);
}

function Spend({ cost, budget }: { readonly cost: number; readonly budget: number }) {
  const share = formatPercent(cost / budget);
  return (
    <span className="flex items-center gap-6">
      <span className="w-60 max-md:hidden">
        <Meter label={messages.budget} value={cost} limit={budget} text={share} />
      </span>
      <span className="w-20 text-end text-ink-2 tabular-nums">{share}</span>
    </span>
  );
}

/** "14:02", on another day with its date. */
function sinceText(ms: number, zone: string, nowMs: number): string {
  const iso = new Date(ms).toISOString();
  return nowMs - ms < DAY_MS / 2 ? formatTime(iso, zone) : formatInstant(iso, zone);
}

/** "Fri 20 Nov, Berlin". */
function placeOf(zone: string, nowMs: number): string {
  const [day = ''] = formatWeekday(new Date(nowMs).toISOString(), zone).split(',');
  return `${day}, ${zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone}`;
}

/** Large enough to be read from afar: no more than this. */
const MAX = 4;
/** What is shown where nothing asks for attention. */
const USUAL: readonly FigureKey[] = ['stale', 'open', 'unassigned'];

interface WallFigure {
  readonly key: string;
  readonly label: string;
  readonly text: string;
  readonly note: string;
  readonly state: 'ok' | 'attention' | 'bad';
}

/** Four figures: those whose rule asks for attention, red ones first, then the usual ones and the last message. */
export function wallFigures(picture: HealthPicture, can: Provided, nowMs: number): readonly WallFigure[] {
  const all = figureGroups(picture, can).flatMap(({ figures }) => figures);
  const flagged = attentionOf(picture).flatMap(({ key }) => all.filter(({ rule }) => rule?.key === key));
  const usual = USUAL.flatMap((key) => all.filter((figure) => figure.key === key));
  const shown = [...new Set([...flagged, ...usual])].map(wallFigure);
  return [...shown.slice(0, flagged.length === 0 ? MAX - 1 : MAX), lastMessage(picture, nowMs)].slice(0, MAX);
}

function wallFigure({ key, label, text, note, rule }: Figure): WallFigure {
  return { key, label, text, note, state: rule?.state === 'bad' || rule?.state === 'attention' ? rule.state : 'ok' };
}

function lastMessage({ now: { last_inbound_message_utc: last } }: HealthPicture, nowMs: number): WallFigure {
  return {
    key: 'last',
    label: messages.last,
    text: last === null ? '–' : formatAge(nowMs - Date.parse(last)),
    note: last === null ? messages.noMessage : messages.ago,
    state: 'ok',
  };
}
