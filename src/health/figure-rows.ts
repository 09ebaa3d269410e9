import type { LinkProps } from '@tanstack/react-router';
import type { HealthOverview, HealthRule, HealthSnapshot } from '#contract/health-overview.ts';
import type { HealthRuleKey } from '#contract/site-settings.ts';
import type { Health, Whoami } from '#contract/site.ts';
import { hasExtension } from '#src/api/whoami.ts';
import { formatPercent } from '#src/format/compact.ts';
import { formatCount } from '#src/format/number.ts';
import { messages } from './messages.ts';
import type { HealthPicture } from './picture.ts';

export type FigureKey = keyof typeof messages.figure;
type SeriesKey = Exclude<keyof HealthOverview['series'][number], 'at_utc'>;

/** What is known of the lists and features of this service. */
export interface Provided {
  readonly filters: boolean;
  readonly log: boolean;
  readonly calls: boolean;
  readonly linksList: boolean;
  readonly channels: boolean;
  readonly aiUsage: boolean;
}

/** One figure. Zero, not deployed and not known are three things, and look like three. */
export interface Figure {
  readonly key: FigureKey;
  readonly label: string;
  readonly state: 'known' | 'not_deployed' | 'not_known';
  /** As people read it. */
  readonly text: string;
  readonly note: string;
  /** The number in files; null where there is none. */
  readonly value: number | null;
  /** What it was in a snapshot, for changes; null where snapshots do not say. */
  readonly of: ((snapshot: Health) => number) | null;
  readonly series: SeriesKey | null;
  /** The rule that judges it. */
  readonly rule: HealthRule | null;
  /** To the list that counts the same. */
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

const { figure: labels, note: notes } = messages;
const ACTIVE = 'open,pending';
const DAY_MS = 86_400_000;

/** All figures in their groups: those of the page, of its file, of the board and of the incident text. */
export function figureGroups(picture: HealthPicture, can: Provided): readonly FigureGroup[] {
  const { tickets, customers, delivery } = messages.groups;
  return [
    { key: 'tickets', label: tickets, figures: ticketFigures(picture, can) },
    { key: 'customers', label: customers, figures: customerFigures(picture, can) },
    { key: 'delivery', label: delivery, figures: deliveryFigures(picture, can) },
  ];
}

function ticketFigures(picture: HealthPicture, can: Provided): readonly Figure[] {
  const listed = (search: InboxFilter): LinkProps | null => (can.filters ? { to: '/inbox', search } : null);
  const of = figuresOf(picture);
  return [
    of('open', 'open_tickets', { series: 'open_tickets', link: { to: '/inbox' } }),
    of('pending', 'pending_tickets', { link: { to: '/inbox', search: { status: 'pending' } } }),
    of('unassigned', 'unassigned_open_pending', {
      note: notes.openPending,
      link: listed({ status: ACTIVE, assignee: 'none' }),
    }),
    of('snoozed', 'snoozed', { link: listed({ status: ACTIVE, snoozed: '1' }) }),
    of('stale', 'stale_no_first_reply', {
      note: notes.over(picture.now.stale_threshold),
      rule: 'no_first_reply',
      link: listed({ status: ACTIVE, stale: '1' }),
    }),
  ];
}

function customerFigures(picture: HealthPicture, can: Provided): readonly Figure[] {
  const { now, overview, migration } = picture;
  const of = figuresOf(picture);
  const inbound = overview?.now.channels.reduce((sum, { inbound_24h }) => sum + inbound_24h, 0);
  const uses = formatCount(now.portal_total_uses);
  const channelState = can.channels ? 'known' : 'not_deployed';
  return [
    of('customers', 'customer_identities', { link: { to: '/customers' } }),
    of('channels', 'bound_channel_handles', {
      state: channelState,
      // A customer can have two handles of a channel: a list of customers would count fewer.
      link: migration === null ? null : { to: '/health', hash: 'channels' },
    }),
    of('inbound', 'channel_msg_inbound_30d', {
      state: channelState,
      note: inbound === undefined ? notes.inboundBare : notes.inbound(formatCount(inbound)),
      series: 'channel_msg_inbound_24h',
      rule: 'channel_silence',
    }),
    of('links', 'portal_active_tokens', {
      note: overview === null ? notes.active : notes.activeUses(uses),
      link: can.linksList ? { to: '/manage/portal-tokens', search: { show: 'active' } } : null,
    }),
    overview === null
      ? of('uses', 'portal_total_uses', {
          note: notes.allTime,
          link: can.linksList ? { to: '/manage/portal-tokens', search: { order: 'uses' } } : null,
        })
      : csatFigure(overview, of),
  ];
}

function csatFigure({ csat }: HealthOverview, of: ReturnType<typeof figuresOf>): Figure {
  return {
    ...of('csat', 'open_tickets', { rule: 'csat_drop', link: { to: '/csat' } }),
    of: null,
    text: csat.mean === null ? notes.none : csat.mean.toFixed(2),
    note:
      csat.mean === null ? notes.csatNone(csat.window_days) : notes.csat(csat.window_days, formatCount(csat.responses)),
    value: csat.mean,
  };
}

function deliveryFigures(picture: HealthPicture, can: Provided): readonly Figure[] {
  const { now } = picture;
  const of = figuresOf(picture);
  const state = can.aiUsage ? 'known' : 'not_deployed';
  const { ai_calls_24h: calls, ai_errors_24h: errors } = now;
  // What health counts begins after this instant a day ago, and the list with it.
  const since = new Date(Date.parse(now.as_of_utc) - DAY_MS + 1).toISOString();
  const calledSince = (search: { readonly status: 'ran' | 'error' }): LinkProps =>
    can.calls ? { to: '/ai/usage/calls', search: { ...search, since } } : { to: '/ai/usage' };
  return [
    of('aiCalls', 'ai_calls_24h', {
      state,
      note: notes.hours24,
      series: 'ai_calls_24h',
      link: calledSince({ status: 'ran' }),
    }),
    of('aiErrors', 'ai_errors_24h', {
      state,
      link: calledSince({ status: 'error' }),
      note: calls === 0 ? notes.noCalls : notes.ofCalls(formatPercent(errors / calls)),
      rule: 'ai_errors',
    }),
    {
      ...of('aiCaps', 'ai_calls_24h', { state, rule: 'ai_cap', link: { to: '/ai/usage' } }),
      ...capsOf(picture, can),
    },
    of('queue', 'webhook_queue_pending', {
      note: notes.waiting,
      link: can.log ? { to: '/settings/webhooks/log', search: { state: ['pending', 'delivering'] } } : null,
    }),
    of('failed', 'webhook_failed_24h', {
      note: notes.hours24,
      series: 'webhook_failed_24h',
      rule: 'webhook_failures',
      link: can.log ? { to: '/settings/webhooks/log', search: { failed: '24h' } } : null,
    }),
  ];
}

/** Words instead of a number. */
function capsOf({ now, overview }: HealthPicture, can: Provided): Pick<Figure, 'text' | 'note' | 'value' | 'of'> {
  if (!can.aiUsage) return { text: notes.none, note: notes.notDeployed, value: null, of: null };
  const ai = overview?.ai;
  const text = now.ai_budget_exceeded || (ai?.caps_exceeded ?? 0) > 0 ? notes.reached : notes.within;
  if (ai === undefined) return { text, note: notes.budgetOnly, value: null, of: null };
  if (ai.caps_set === 0) return { text: notes.noCaps, note: notes.capsSet(0), value: null, of: null };
  return { text, note: notes.capsReached(ai.caps_exceeded, ai.caps_set), value: ai.caps_exceeded, of: null };
}

interface Options {
  readonly state?: Figure['state'];
  readonly note?: string;
  readonly series?: SeriesKey;
  readonly rule?: HealthRuleKey;
  readonly link?: LinkProps | null;
}

type CountField = { [Name in keyof Health]: Health[Name] extends number ? Name : never }[keyof Health];

/** Makes figures of the fields of health. */
function figuresOf({ now, rules }: HealthPicture) {
  return (key: FigureKey, field: CountField, { state = 'known', note = '', ...options }: Options): Figure => {
    const isKnown = state === 'known';
    return {
      key,
      label: labels[key],
      state,
      text: isKnown ? formatCount(now[field]) : notes.none,
      note: isKnown ? note : notes.notDeployed,
      value: isKnown ? now[field] : null,
      of: isKnown ? (snapshot) => snapshot[field] : null,
      series: options.series ?? null,
      rule: rules.find((rule) => rule.key === options.rule) ?? null,
      link: isKnown ? (options.link ?? null) : null,
    };
  };
}

/** How a figure has changed since a snapshot, such as "+3"; null where that is not known, "" where it has not. */
export function changeSince({ of, value }: Figure, snapshot: HealthSnapshot | null): string | null {
  if (of === null || value === null || snapshot === null) return null;
  const change = value - of(snapshot);
  if (change === 0) return '';
  return `${change > 0 ? '+' : '−'}${formatCount(Math.abs(change))}`;
}

/** What this service lists and has deployed. */
export function providedBy(whoami: Whoami): Provided {
  const { deployed } = whoami.capabilities;
  return {
    filters: hasExtension(whoami, 'ticket_filters'),
    log: hasExtension(whoami, 'webhook_deliveries'),
    calls: hasExtension(whoami, 'ai_reports'),
    linksList: hasExtension(whoami, 'portal_tokens_list'),
    channels: deployed.channels !== false,
    aiUsage: deployed.ai_usage !== false,
  };
}
