import { Link, type LinkProps } from '@tanstack/react-router';
import type { HealthOverview, HealthRule } from '#contract/health-overview.ts';
import type { HealthRuleKey } from '#contract/site-settings.ts';
import type { Health, Whoami } from '#contract/site.ts';
import { isWholeService } from '#src/api/whoami.ts';
import { formatPercent, formatCount } from '#src/format/number.ts';
import { Skeleton } from '#src/ui/loading.tsx';
import { messages } from './messages.ts';
import type { HealthPicture } from './picture.ts';

type FigureKey = keyof typeof messages.figure;

/** Parts of the service that this site has. */
export interface Provided {
  /** False where it has the API document alone: then lists have fewer filters. */
  readonly isWhole: boolean;
  readonly channels: boolean;
  readonly aiUsage: boolean;
}

interface Figure {
  readonly key: FigureKey;
  readonly label: string;
  /** False where the site lacks its feature: then it is not zero, but absent. */
  readonly isDeployed: boolean;
  readonly text: string;
  readonly note: string;
  /** Reads the figure from a snapshot; null where snapshots do not have it. */
  readonly count: ((snapshot: Health) => number) | null;
  /** The rule that colours it. */
  readonly rule: HealthRule | null;
  /** The list that counts the same. */
  readonly link: LinkProps | null;
}

interface FigureGroup {
  readonly key: keyof typeof messages.groups;
  readonly label: string;
  readonly figures: readonly Figure[];
}

interface InboxFilter {
  readonly status: string;
  readonly assignee?: string;
  readonly snoozed?: '1';
  readonly stale?: '1';
}

interface LogFilter {
  readonly state?: ('pending' | 'delivering')[];
  readonly failed?: '24h';
}

const { note: notes } = messages;
const ACTIVE = 'open,pending';
const DAY_MS = 86_400_000;

/** All figures of the page in their groups. */
export function figureGroups(picture: HealthPicture, can: Provided): readonly FigureGroup[] {
  const { tickets, customers, ai, delivery } = messages.groups;
  return [
    { key: 'tickets', label: tickets, figures: ticketFigures(picture, can) },
    { key: 'customers', label: customers, figures: customerFigures(picture, can) },
    { key: 'ai', label: ai, figures: aiFigures(picture, can) },
    { key: 'delivery', label: delivery, figures: deliveryFigures(picture, can) },
  ];
}

function ticketFigures(picture: HealthPicture, can: Provided): readonly Figure[] {
  const inbox = (search: InboxFilter): LinkProps | null => (can.isWhole ? { to: '/inbox', search } : null);
  const figure = figuresOf(picture);
  return [
    figure('open', 'open_tickets', { link: { to: '/inbox' } }),
    figure('pending', 'pending_tickets', { link: { to: '/inbox', search: { status: 'pending' } } }),
    figure('unassigned', 'unassigned_open_pending', {
      note: notes.openPending,
      link: inbox({ status: ACTIVE, assignee: 'none' }),
    }),
    figure('snoozed', 'snoozed', { link: inbox({ status: ACTIVE, snoozed: '1' }) }),
    figure('stale', 'stale_no_first_reply', {
      note: notes.over(picture.now.stale_threshold),
      rule: 'no_first_reply',
      link: inbox({ status: ACTIVE, stale: '1' }),
    }),
  ];
}

function customerFigures(picture: HealthPicture, can: Provided): readonly Figure[] {
  const { now, overview, migration } = picture;
  const figure = figuresOf(picture);
  const inbound = overview?.now.channels.reduce((sum, { inbound_24h }) => sum + inbound_24h, 0);
  return [
    figure('customers', 'customer_identities', { link: { to: '/customers' } }),
    figure('channels', 'bound_channel_handles', {
      isDeployed: can.channels,
      // A customer can have two handles of a channel: a list of customers would count fewer.
      link: migration === null ? null : { to: '/health', hash: 'channels' },
    }),
    figure('inbound', 'channel_msg_inbound_30d', {
      isDeployed: can.channels,
      note: inbound === undefined ? notes.inboundBare : notes.inbound(formatCount(inbound)),
      rule: 'channel_silence',
    }),
    figure('links', 'portal_active_tokens', {
      note: notes.activeUses(formatCount(now.portal_total_uses)),
      link: can.isWhole ? { to: '/manage/portal-tokens', search: { show: 'active' } } : null,
    }),
    ...(overview === null ? [] : [csatFigure(overview, figure)]),
  ];
}

function csatFigure({ csat }: HealthOverview, figure: ReturnType<typeof figuresOf>): Figure {
  return {
    ...figure('csat', 'open_tickets', { rule: 'csat_drop', link: { to: '/csat' } }),
    count: null,
    text: csat.mean === null ? notes.none : csat.mean.toFixed(2),
    note:
      csat.mean === null ? notes.csatNone(csat.window_days) : notes.csat(csat.window_days, formatCount(csat.responses)),
  };
}

function aiFigures(picture: HealthPicture, can: Provided): readonly Figure[] {
  const { now, overview } = picture;
  const figure = figuresOf(picture);
  const isDeployed = can.aiUsage;
  const { ai_calls_24h: calls, ai_errors_24h: errors } = now;
  // Health counts from just after this instant a day ago, and so must the list.
  const since = new Date(Date.parse(now.as_of_utc) - DAY_MS + 1).toISOString();
  const callsLink = (status: 'ran' | 'error'): LinkProps =>
    can.isWhole ? { to: '/ai/usage/calls', search: { status, since } } : { to: '/ai/usage' };
  return [
    ...(overview === null ? [] : [handoffsFigure(overview, figure)]),
    figure('aiCalls', 'ai_calls_24h', {
      isDeployed,
      note: notes.hours24,
      link: callsLink('ran'),
    }),
    figure('aiErrors', 'ai_errors_24h', {
      isDeployed,
      link: callsLink('error'),
      note: calls === 0 ? notes.noCalls : notes.ofCalls(formatPercent(errors / calls)),
      rule: 'ai_errors',
    }),
    {
      ...figure('aiCaps', 'ai_calls_24h', { isDeployed, rule: 'ai_cap', link: { to: '/ai/usage' } }),
      ...(isDeployed ? capsOf(picture) : {}),
      count: null,
    },
  ];
}

/** Snapshots do not have it. */
function handoffsFigure({ now }: HealthOverview, figure: ReturnType<typeof figuresOf>): Figure {
  const link: LinkProps = { to: '/conversations/handovers', search: { status: 'waiting' } };
  return {
    ...figure('handoffs', 'open_tickets', { note: notes.handedOver, link }),
    count: null,
    text: formatCount(now.handoffs_waiting),
  };
}

function deliveryFigures(picture: HealthPicture, can: Provided): readonly Figure[] {
  const figure = figuresOf(picture);
  const log = (search: LogFilter): LinkProps | null => (can.isWhole ? { to: '/settings/webhooks/log', search } : null);
  return [
    figure('queue', 'webhook_queue_pending', {
      note: notes.waiting,
      link: log({ state: ['pending', 'delivering'] }),
    }),
    figure('failed', 'webhook_failed_24h', {
      note: notes.hours24,
      rule: 'webhook_failures',
      link: log({ failed: '24h' }),
    }),
  ];
}

/** Words instead of a number. */
function capsOf({ now, overview }: HealthPicture): Pick<Figure, 'text' | 'note'> {
  const ai = overview?.ai;
  const text = now.ai_budget_exceeded || (ai?.caps_exceeded ?? 0) > 0 ? notes.reached : notes.within;
  if (ai === undefined) return { text, note: notes.budgetOnly };
  if (ai.caps_set === 0) return { text: notes.noCaps, note: notes.capsSet(0) };
  return { text, note: notes.capsReached(ai.caps_exceeded, ai.caps_set) };
}

interface Options {
  readonly isDeployed?: boolean;
  readonly note?: string;
  readonly rule?: HealthRuleKey;
  readonly link?: LinkProps | null;
}

type CountField = { [Name in keyof Health]: Health[Name] extends number ? Name : never }[keyof Health];

/** Makes figures from the fields of health. */
function figuresOf({ now, rules }: HealthPicture) {
  return (key: FigureKey, field: CountField, { isDeployed = true, note = '', ...options }: Options): Figure => ({
    key,
    label: messages.figure[key],
    isDeployed,
    text: isDeployed ? formatCount(now[field]) : notes.none,
    note: isDeployed ? note : notes.notDeployed,
    count: isDeployed ? (snapshot) => snapshot[field] : null,
    rule: rules.find((rule) => rule.key === options.rule) ?? null,
    link: isDeployed ? (options.link ?? null) : null,
  });
}

/** The change since a snapshot, such as "+3": "" for none, null if unknown. */
export function changeSince({ count }: Pick<Figure, 'count'>, now: Health, before: Health | null): string | null {
  if (count === null || before === null) return null;
  const change = count(now) - count(before);
  if (change === 0) return '';
  return `${change > 0 ? '+' : '−'}${formatCount(Math.abs(change))}`;
}

export function providedBy(whoami: Whoami): Provided {
  const { deployed } = whoami.capabilities;
  return {
    isWhole: isWholeService(whoami),
    channels: deployed.channels !== false,
    aiUsage: deployed.ai_usage !== false,
  };
}

const GROUP =
  'grid gap-x-4 gap-y-4 border-t border-line py-3.5 grid-cols-2 md:grid-cols-[132px_repeat(5,minmax(0,1fr))] last:border-b';

interface FiguresProps {
  readonly picture: HealthPicture;
  readonly can: Provided;
}

/** The figures in rows without boxes; each links to the list that counts the same. */
export function Figures({ picture, can }: FiguresProps) {
  return figureGroups(picture, can).map(({ key, label, figures }) => (
    <section key={key} aria-labelledby={`figures-${key}`} className={GROUP}>
      <h2 id={`figures-${key}`} className="text-14 font-semibold max-md:col-span-2">
        {label}
      </h2>
      {figures.map((figure) => (
        <OneFigure key={figure.key} figure={figure} picture={picture} />
      ))}
    </section>
  ));
}

interface OneFigureProps {
  readonly figure: Figure;
  readonly picture: HealthPicture;
}

function OneFigure({ figure, picture }: OneFigureProps) {
  const { label, isDeployed, text, note, rule, link } = figure;
  const { now, overview } = picture;
  const change = changeSince(figure, now, overview?.day_ago ?? null);
  const tone = !isDeployed
    ? 'text-ink-3'
    : rule?.state === 'bad'
      ? 'text-danger-text'
      : rule?.state === 'attention'
        ? 'text-warn-text'
        : '';
  const parts = (
    <>
      <span className="block truncate text-12 text-ink-3">{label}</span>
      <span className={`flex min-h-7 items-center text-20 font-semibold tabular-nums ${tone}`}>{text}</span>
      <span className="block text-12 text-ink-3 tabular-nums">{note}</span>
      {change === null ? null : (
        <span className="block text-12 text-ink-3 tabular-nums">
          {change === '' ? messages.compare.same : change}
          <span className="sr-only"> {messages.compare.since}</span>
        </span>
      )}
    </>
  );
  const frame = 'block min-w-0 text-inherit no-underline';
  if (link === null) return <div className={frame}>{parts}</div>;
  return (
    <Link {...link} className={`${frame} -mx-2 rounded-control px-2 hover:bg-hover`}>
      {parts}
    </Link>
  );
}

/** The skeleton of the groups, as high as they will be. */
export function WaitingFigures() {
  const { tickets, customers, ai, delivery } = messages.groups;
  const sizes = [
    [tickets, 5],
    [customers, 5],
    [ai, 4],
    [delivery, 2],
  ] as const;
  return sizes.map(([label, length]) => (
    <div key={label} className={GROUP}>
      <p className="text-14 font-semibold max-md:col-span-2">{label}</p>
      {Array.from({ length }, (_, index) => (
        <div key={index} className="h-[76px]">
          <Skeleton className="mt-1 h-2.5 w-16" />
          <Skeleton className="mt-3 h-5 w-14" />
        </div>
      ))}
    </div>
  ));
}
