import type { AiCap } from '#contract/ai-names.ts';
import type { AiLimits } from '#contract/ai-limits.ts';
import { actionAfter, CAPS, FIELDS, type Amount, type LimitsBody } from './cap-draft.ts';

/** Why a change of caps is asked about before it is sent. */
export type QuestionKind = 'stopsNow' | 'harder' | 'passed' | 'plain';

/** The limit of a cap once a change is saved. */
export function limitOf(cap: AiCap, body: LimitsBody, limits: AiLimits): Amount | null {
  const changed = body[FIELDS[cap]];
  return changed === undefined ? limits[cap].limit : changed;
}

/**
 * `stopsNow`: a hard cap that is reached already. `harder`: from now on caps stop calls. `passed`: a soft cap that is
 * reached already. Null where there is nothing to be asked.
 */
export function questionOf(body: LimitsBody, limits: AiLimits): QuestionKind | null {
  const isHard = actionAfter(body.action ?? null, limits.action) === 'hard';
  const isHarder = isHard && limits.action !== 'hard';
  const reached = reachedBy(body, limits, isHarder);
  if (reached.length > 0) return isHard ? 'stopsNow' : 'passed';
  return isHarder && CAPS.some((cap) => limitOf(cap, body, limits) !== null) ? 'harder' : null;
}

/** The caps that a change lets be reached at once. */
export function reachedBy(body: LimitsBody, limits: AiLimits, isHarder: boolean): readonly AiCap[] {
  return CAPS.filter((cap) => {
    const limit = limitOf(cap, body, limits);
    const isInQuestion = isHarder || body[FIELDS[cap]] !== undefined;
    return isInQuestion && limit !== null && limits[cap].current >= limit;
  });
}
