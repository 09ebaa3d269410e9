import type * as z from 'zod/mini';
import type { Body, Scope } from '#contract/operation.ts';
import type { Whoami } from '#contract/site.ts';
import { issueApiToken } from '#contract/tokens.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { grants } from '#src/api/write-access.ts';
import { addDays, daysBetween } from '#src/format/days.ts';
import { formatCount } from '#src/format/number.ts';
import { dayAndTimeOf } from '#src/format/zone-time.ts';
import { readNumber } from '#src/format/typed-number.ts';
import { formatDay } from '#src/format/time.ts';
import { messages } from './messages.ts';

const DAY_MS = 86_400_000;
const MAX_DAYS = 365;
export const USUAL_RATE = 600;

/** `mine`: until the token of the session ends. */
export type Life = '30' | '90' | '365' | 'mine' | 'date';

/** The fields as they are typed. */
export interface IssueValues {
  label: string;
  scopes: readonly Scope[];
  life: Life;
  /** `2026-11-20`; counts with `life` date. */
  date: string;
  rate: string;
  /** Empty: no agent. */
  agent: string;
}

/** What the issuer has, which bounds what it may give. */
export interface Bounds {
  readonly scopes: readonly string[];
  readonly rate: number;
  /** In ms since 1970; null: it never ends. */
  readonly endMs: number | null;
}

export function boundsOf({ scopes, capabilities, expires_utc: end }: Whoami): Bounds {
  const endMs = end === undefined || end === null ? null : Date.parse(end);
  return { scopes, rate: capabilities.rate_limit_per_min, endMs };
}

/** Whether the issuer may give the scope; `read` opens nothing, so anyone may. */
export function mayGive({ scopes }: Bounds, scope: Scope): boolean {
  if (scope === 'read') return true;
  return scope === '*' ? scopes.includes('*') : grants(scopes, scope);
}

/** The whole days that a new token may have. */
export function maxDays({ endMs }: Bounds, nowMs: number): number {
  return endMs === null ? MAX_DAYS : Math.max(0, Math.min(MAX_DAYS, Math.floor((endMs - nowMs) / DAY_MS)));
}

interface Moment {
  readonly zone: string;
  readonly nowMs: number;
}

function todayIn({ zone, nowMs }: Moment): string {
  return dayAndTimeOf(new Date(nowMs).toISOString(), zone)?.day ?? '';
}

/** The first and the last day that can be chosen. */
export function dayRange(bounds: Bounds, moment: Moment): { readonly min: string; readonly max: string } {
  const today = todayIn(moment);
  return { min: addDays(today, 1), max: addDays(today, Math.max(1, maxDays(bounds, moment.nowMs))) };
}

/** The days to ask for, and when the token would end; null where a date is none or out of range. */
export function lifeOf(
  { life, date }: Pick<IssueValues, 'life' | 'date'>,
  bounds: Bounds,
  moment: Moment,
): { readonly days: number | undefined; readonly endMs: number } | null {
  const { nowMs } = moment;
  if (life === 'mine') {
    return { days: undefined, endMs: Math.min(nowMs + MAX_DAYS * DAY_MS, bounds.endMs ?? Infinity) };
  }
  const isDay = /^\d{4}-\d\d-\d\d$/.test(date);
  const days = life !== 'date' ? Number(life) : isDay ? daysBetween(todayIn(moment), date) : 0;
  return days >= 1 && days <= maxDays(bounds, nowMs) ? { days, endMs: nowMs + days * DAY_MS } : null;
}

function readRate(text: string, max: number): number | null {
  const read = readNumber(text, 'whole');
  const rate = read.kind === 'number' ? Number(read.plain) : 0;
  return rate >= 1 && rate <= max ? rate : null;
}

type IssueBody = Body<typeof issueApiToken>;

/** @param momentNow the time zone that is shown, and the time */
export function issueResolver(bounds: Bounds, momentNow: () => Moment) {
  const { issue: texts } = messages;
  const rateMax = formatCount(bounds.rate);
  return contractResolver<IssueValues, z.input<typeof issueApiToken.body>, IssueBody>({
    schema: issueApiToken.body,
    names: { label: texts.label, scopes: texts.scopes },
    bodyOf: ({ label, scopes, rate, agent, ...end }) => ({
      label: label.trim(),
      scopes: scopes.length === 0 ? ['read'] : [...scopes],
      expires_days: lifeOf(end, bounds, momentNow())?.days,
      rate_limit_per_min: readRate(rate, bounds.rate) ?? undefined,
      agent_id: agent === '' ? null : agent,
    }),
    also: ({ rate, ...end }) => {
      const moment = momentNow();
      const last = formatDay(`${dayRange(bounds, moment).max}T12:00:00Z`, 'UTC', moment.nowMs);
      return {
        rate: readRate(rate, bounds.rate) === null ? texts.rateRange(rateMax) : undefined,
        date: lifeOf(end, bounds, moment) === null ? texts.dateRange(last) : undefined,
      };
    },
  });
}
