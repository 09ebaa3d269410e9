import type { AiLimits, updateAiLimits } from '#contract/ai-limits.ts';
import { AI_CAPS, type AiCap, type CapAction } from '#contract/ai-names.ts';
import type { Body } from '#contract/operation.ts';
import { isSameAmount, readAmount, type Amount } from './cap-amounts.ts';

export type CapsBody = Body<typeof updateAiLimits>;
type CapField = Exclude<keyof CapsBody, 'action'>;

/** The name of each cap in the body of a change. */
export const FIELDS = {
  budget: 'monthly_budget_usd',
  daily_tokens: 'daily_token_limit',
  minute_calls: 'minute_call_limit',
} as const satisfies Readonly<Record<AiCap, CapField>>;

/** The intent for one cap. Leaving it, taking it away and setting it are three things; an empty field takes it away. */
export type CapDraft =
  | { readonly kind: 'leave' }
  | { readonly kind: 'clear' }
  | { readonly kind: 'set'; readonly text: string };

export const LEAVE: CapDraft = { kind: 'leave' };

/** The values of the form. An action of null leaves it. */
export type CapValues = Readonly<Record<CapField, CapDraft>> & { readonly action: CapAction | null };

export const UNCHANGED: CapValues = {
  monthly_budget_usd: LEAVE,
  daily_token_limit: LEAVE,
  minute_call_limit: LEAVE,
  action: null,
};

/** The intent of what is typed. */
export function typedDraft(text: string, saved: Amount | null): CapDraft {
  if (text.trim() !== '') return { kind: 'set', text };
  return saved === null ? LEAVE : { kind: 'clear' };
}

/** The limit that a draft leads to; undefined where what was typed is no amount. */
export function limitAfter(cap: AiCap, draft: CapDraft, saved: Amount | null): Amount | null | undefined {
  if (draft.kind === 'leave') return saved;
  if (draft.kind === 'clear') return null;
  const read = readAmount(cap, draft.text);
  return read.kind === 'amount' ? read.amount : undefined;
}

/** The action that the form shows: where no cap is set the service shows none, and soft is what a new cap begins with. */
export function actionAfter(draft: CapAction | null, saved: AiLimits['action']): CapAction {
  return draft ?? (saved === 'none' ? 'soft' : saved);
}

/** The body: only values that differ from the saved ones. What is no amount is not in it: the form refuses it. */
export function bodyOf(values: CapValues, saved: AiLimits): CapsBody {
  const changes = AI_CAPS.flatMap((cap) => {
    const limit = limitAfter(cap, values[FIELDS[cap]], saved[cap].limit);
    return limit === undefined || isSameAmount(limit, saved[cap].limit) ? [] : [[FIELDS[cap], limit] as const];
  });
  const body: Partial<Record<CapField, Amount | null>> = Object.fromEntries(changes);
  const action = actionAfter(values.action, saved.action);
  // A first cap says what it does, whatever action the service has kept while it had none.
  const isFirst = saved.action === 'none' && changes.some(([, limit]) => limit !== null);
  return isFirst || (values.action !== null && action !== saved.action) ? { ...body, action } : body;
}

/** The body that puts back exactly the fields that a change touched. Empty where the service does not say what was before. */
export function bodyBefore(body: CapsBody, saved: AiLimits): CapsBody {
  const before: Partial<Record<CapField, Amount | null>> = Object.fromEntries(
    AI_CAPS.filter((cap) => isChanged(cap, body)).map((cap) => [FIELDS[cap], saved[cap].limit]),
  );
  return body.action === undefined || saved.action === 'none' ? before : { ...before, action: saved.action };
}

/** The caps, and the action, that another person has changed since, among those that the body would change. */
export function conflictsOf(body: CapsBody, base: AiLimits, now: AiLimits): readonly (AiCap | 'action')[] {
  const caps = AI_CAPS.filter((cap) => isChanged(cap, body) && !isSameAmount(base[cap].limit, now[cap].limit));
  return body.action !== undefined && base.action !== now.action ? [...caps, 'action'] : caps;
}

/** The limit of a cap once a change is saved. */
export function limitOf(cap: AiCap, body: CapsBody, limits: AiLimits): Amount | null {
  const changed = body[FIELDS[cap]];
  return changed === undefined ? limits[cap].limit : changed;
}

/**
 * Why a change is asked about before it is sent. `stopsNow`: a hard cap that is reached already. `harder`: from now on
 * caps stop calls. `passed`: a soft cap that is reached already.
 */
export type QuestionKind = 'stopsNow' | 'harder' | 'passed';

/** Null where there is nothing to be asked. */
export function questionOf(body: CapsBody, limits: AiLimits): QuestionKind | null {
  const { action, isHarder, isReached, caps } = effectOf(body, limits);
  if (isReached) return action === 'hard' ? 'stopsNow' : 'passed';
  return isHarder && caps.length > 0 ? 'harder' : null;
}

/** The action of the caps once a change is saved, and the caps it is about: those that are reached at once, else all. */
export function effectOf(body: CapsBody, limits: AiLimits) {
  const action = actionAfter(body.action ?? null, limits.action);
  const isHarder = action === 'hard' && limits.action !== 'hard';
  const changed = AI_CAPS.flatMap((cap) => {
    const limit = limitOf(cap, body, limits);
    return limit !== null && (isHarder || isChanged(cap, body)) ? [{ cap, limit }] : [];
  });
  const reached = changed.filter(({ cap, limit }) => limits[cap].current >= limit);
  return { action, isHarder, isReached: reached.length > 0, caps: reached.length > 0 ? reached : changed };
}

function isChanged(cap: AiCap, body: CapsBody): boolean {
  return body[FIELDS[cap]] !== undefined;
}
