import type { AiCap, CapAction } from '#contract/ai-names.ts';
import type { AiLimits, updateAiLimits } from '#contract/ai-limits.ts';
import type { Body } from '#contract/operation.ts';
import { commaProblem, plainNumber, type NumberKind } from '#src/ai-usage/number-text.ts';
import type { AiSearch } from '#src/ai-usage/search.ts';

export type LimitsBody = Body<typeof updateAiLimits>;
export type CapField = Exclude<keyof LimitsBody, 'action'>;
/** An amount of a cap: USD, tokens or calls. */
export type Amount = number | bigint;

/** What the body of a change calls each cap. */
export const FIELDS = {
  budget: 'monthly_budget_usd',
  daily_tokens: 'daily_token_limit',
  minute_calls: 'minute_call_limit',
} as const satisfies Readonly<Record<AiCap, CapField>>;

const KINDS = { budget: 'money', daily_tokens: 'whole', minute_calls: 'whole' } as const satisfies Readonly<
  Record<AiCap, NumberKind>
>;

/** What the address calls each cap. */
const PARAMETERS = { budget: 'budget', daily_tokens: 'tokens', minute_calls: 'minute' } as const;

/** What is to become of one cap. Leaving it, taking it away and setting it are three things: an empty field is none. */
export type CapDraft =
  | { readonly kind: 'leave' }
  | { readonly kind: 'clear' }
  | { readonly kind: 'set'; readonly text: string };

export const LEAVE: CapDraft = { kind: 'leave' };

/** What the form holds. */
export interface CapValues {
  readonly monthly_budget_usd: CapDraft;
  readonly daily_token_limit: CapDraft;
  readonly minute_call_limit: CapDraft;
  /** Null leaves it. */
  readonly action: CapAction | null;
}

export function draftOf(cap: AiCap, search: AiSearch): CapDraft {
  const text = search[PARAMETERS[cap]];
  if (text === undefined) return LEAVE;
  return text === 'none' ? { kind: 'clear' } : { kind: 'set', text };
}

export function valuesOf(search: AiSearch): CapValues {
  return {
    monthly_budget_usd: draftOf('budget', search),
    daily_token_limit: draftOf('daily_tokens', search),
    minute_call_limit: draftOf('minute_calls', search),
    action: search.action ?? null,
  };
}

/** What of the form stands in the address: all but what is no amount yet. */
export function searchOf(values: CapValues): Pick<AiSearch, 'budget' | 'tokens' | 'minute' | 'action'> {
  return {
    budget: parameterOf('budget', values.monthly_budget_usd),
    tokens: parameterOf('daily_tokens', values.daily_token_limit),
    minute: parameterOf('minute_calls', values.minute_call_limit),
    action: values.action ?? undefined,
  };
}

function parameterOf(cap: AiCap, draft: CapDraft): string | undefined {
  if (draft.kind === 'leave') return undefined;
  if (draft.kind === 'clear') return 'none';
  const text = plainNumber(draft.text, KINDS[cap]);
  // The form that the address takes, see src/ai-usage/search.ts.
  return text !== null && /^[0-9]{1,15}(\.[0-9]{1,12})?$/.test(text) ? text : undefined;
}

/** The amount that was typed; null where it is none. Whole numbers keep every digit. */
export function parseAmount(cap: AiCap, text: string): Amount | null {
  const plain = plainNumber(text, KINDS[cap]);
  if (plain === null) return null;
  if (cap !== 'budget' && /^[0-9]+$/.test(plain)) return BigInt(plain);
  return Number(plain);
}

/** The limit that a draft leads to; undefined where what was typed is no amount. */
export function limitAfter(cap: AiCap, draft: CapDraft, saved: Amount | null): Amount | null | undefined {
  if (draft.kind === 'leave') return saved;
  if (draft.kind === 'clear') return null;
  const amount = parseAmount(cap, draft.text);
  // Tokens and calls are whole.
  return amount === null || (cap !== 'budget' && typeof amount !== 'bigint') ? undefined : amount;
}

/** The action that the form shows: where no cap is set the service shows none, and soft is what a new cap begins with. */
export function actionAfter(draft: CapAction | null, saved: AiLimits['action']): CapAction {
  return draft ?? (saved === 'none' ? 'soft' : saved);
}

/**
 * What is sent: only what differs from what is saved. What is no amount is sent as NaN, for the contract to refuse; an
 * empty field and a comma that could mean two things are left to the form.
 */
export function bodyOf(values: CapValues, saved: AiLimits): LimitsBody {
  const body: LimitsBody = {};
  const budget = changeOf('budget', values.monthly_budget_usd, saved.budget.limit);
  const tokens = changeOf('daily_tokens', values.daily_token_limit, saved.daily_tokens.limit);
  const minute = changeOf('minute_calls', values.minute_call_limit, saved.minute_calls.limit);
  if (budget !== undefined) body.monthly_budget_usd = budget;
  if (tokens !== undefined) body.daily_token_limit = tokens;
  if (minute !== undefined) body.minute_call_limit = minute;
  const action = actionAfter(values.action, saved.action);
  // A first cap says what it does, whatever action the service has kept while it had none.
  const isFirst =
    saved.action === 'none' && [budget, tokens, minute].some((limit) => limit !== undefined && limit !== null);
  if (isFirst || (values.action !== null && action !== saved.action)) body.action = action;
  return body;
}

function changeOf(cap: AiCap, draft: CapDraft, saved: Amount | null): Amount | null | undefined {
  if (draft.kind === 'leave' || (draft.kind === 'set' && isLeftToForm(cap, draft.text))) return undefined;
  const limit = limitAfter(cap, draft, saved);
  if (limit === undefined) return Number.NaN;
  return isSame(limit, saved) ? undefined : limit;
}

function isLeftToForm(cap: AiCap, text: string): boolean {
  return text.trim() === '' || commaIn(cap, text) !== undefined;
}

/** What to type instead of an amount whose comma could mean another one. */
export function commaIn(cap: AiCap, text: string): string | undefined {
  return commaProblem(text, KINDS[cap]);
}

/** What puts back exactly the fields that a change touched. Empty where the service does not say what was before. */
export function bodyBefore(body: LimitsBody, saved: AiLimits): LimitsBody {
  const before: LimitsBody = {};
  if (body.monthly_budget_usd !== undefined) before.monthly_budget_usd = saved.budget.limit;
  if (body.daily_token_limit !== undefined) before.daily_token_limit = saved.daily_tokens.limit;
  if (body.minute_call_limit !== undefined) before.minute_call_limit = saved.minute_calls.limit;
  if (body.action !== undefined && saved.action !== 'none') before.action = saved.action;
  return before;
}

/** The caps, and the action, that somebody else has changed since, among those that the body would change. */
export function conflictsOf(body: LimitsBody, base: AiLimits, now: AiLimits): readonly (AiCap | 'action')[] {
  const caps = CAPS.filter((cap) => body[FIELDS[cap]] !== undefined && !isSame(base[cap].limit, now[cap].limit));
  return body.action !== undefined && base.action !== now.action ? [...caps, 'action'] : caps;
}

/** In the order in which they are shown. */
export const CAPS = ['budget', 'daily_tokens', 'minute_calls'] as const satisfies readonly AiCap[];

/** 600 and 600n are one amount. */
function isSame(a: Amount | null, b: Amount | null): boolean {
  return String(a) === String(b);
}
