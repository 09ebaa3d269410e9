import type { AiLimits, updateAiLimits } from '#contract/ai-limits.ts';
import { AI_CAPS, type AiCap, type CapAction } from '#contract/ai-names.ts';
import type { Body } from '#contract/operation.ts';
import { fieldText, isSameAmount, readAmount, type Amount } from './cap-amounts.ts';

export type CapsBody = Body<typeof updateAiLimits>;
type CapField = Exclude<keyof CapsBody, 'action'>;

/** The name of each cap in the body of a change. */
export const FIELDS = {
  budget: 'monthly_budget_usd',
  daily_tokens: 'daily_token_limit',
  minute_calls: 'minute_call_limit',
} as const satisfies Readonly<Record<AiCap, CapField>>;

/** The values of the form: what is typed, empty for no cap, and the action. */
export type CapValues = Record<CapField, string> & { action: CapAction };

/** The initial values of the form. Without caps the service has no action; a new cap begins as soft. */
export function valuesOf(limits: AiLimits): CapValues {
  const text = (cap: AiCap) => (limits[cap].limit === null ? '' : fieldText(cap, limits[cap].limit));
  return {
    monthly_budget_usd: text('budget'),
    daily_token_limit: text('daily_tokens'),
    minute_call_limit: text('minute_calls'),
    action: limits.action === 'none' ? 'soft' : limits.action,
  };
}

/** The limit that was typed: null for no cap, undefined where it is no amount. */
export function typedLimit(cap: AiCap, text: string): Amount | null | undefined {
  const read = readAmount(cap, text);
  if (read.kind === 'empty') return null;
  return read.kind === 'amount' ? read.amount : undefined;
}

/** The body: only values that differ from the saved ones. A text that is no amount is left out, and the form refuses it. */
export function bodyOf(values: CapValues, saved: AiLimits): CapsBody {
  const changes = AI_CAPS.flatMap((cap) => {
    const limit = typedLimit(cap, values[FIELDS[cap]]);
    return limit === undefined || isSameAmount(limit, saved[cap].limit) ? [] : [[FIELDS[cap], limit] as const];
  });
  const body: Partial<Record<CapField, Amount | null>> = Object.fromEntries(changes);
  // The service may have kept an action from earlier caps: a first cap sends its own.
  const isFirst = saved.action === 'none' && changes.some(([, limit]) => limit !== null);
  const isNewAction = saved.action !== 'none' && values.action !== saved.action;
  return isFirst || isNewAction ? { ...body, action: values.action } : body;
}

/** The body that restores exactly the fields of a change. Empty where the service does not say what was before. */
export function bodyBefore(body: CapsBody, saved: AiLimits): CapsBody {
  const before: Partial<Record<CapField, Amount | null>> = Object.fromEntries(
    AI_CAPS.filter((cap) => isChanged(cap, body)).map((cap) => [FIELDS[cap], saved[cap].limit]),
  );
  return body.action === undefined || saved.action === 'none' ? before : { ...before, action: saved.action };
}

/** The caps, and the action, that someone else has changed since, among those that the body would change. */
export function conflictsOf(body: CapsBody, base: AiLimits, now: AiLimits): readonly (AiCap | 'action')[] {
  const caps = AI_CAPS.filter((cap) => isChanged(cap, body) && !isSameAmount(base[cap].limit, now[cap].limit));
  return body.action !== undefined && base.action !== now.action ? [...caps, 'action'] : caps;
}

/** The caps that stop calls as soon as a change is saved. */
export function stopsNow(body: CapsBody, limits: AiLimits): readonly { readonly cap: AiCap; readonly limit: Amount }[] {
  if ((body.action ?? limits.action) !== 'hard') return [];
  const isHarder = limits.action !== 'hard';
  return AI_CAPS.flatMap((cap) => {
    const changed = body[FIELDS[cap]];
    const limit = changed === undefined ? limits[cap].limit : changed;
    const isNew = isHarder || isChanged(cap, body);
    return limit !== null && isNew && limits[cap].current >= limit ? [{ cap, limit }] : [];
  });
}

function isChanged(cap: AiCap, body: CapsBody): boolean {
  return body[FIELDS[cap]] !== undefined;
}
