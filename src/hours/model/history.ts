import type { Plan } from './plan.ts';

interface Step {
  readonly plan: Plan;
  /** What led away from it, in words. */
  readonly label: string;
}

/** The one stack of the page's edits. */
export interface History {
  readonly past: readonly Step[];
  readonly now: Plan;
  readonly future: readonly Step[];
  /** Edits of the same run, such as a window that is moved by a held key, are one step. */
  readonly run: string | null;
}

const MAX_STEPS = 200;

export function startHistory(now: Plan): History {
  return { past: [], now, future: [], run: null };
}

export function pushEdit(history: History, now: Plan, label: string, run: string | null = null): History {
  const isSame = run !== null && run === history.run;
  const past = isSame ? history.past : [...history.past, { plan: history.now, label }].slice(-MAX_STEPS);
  return { past, now, future: [], run };
}

export function undoEdit({ past, now, future }: History): History | null {
  const step = past.at(-1);
  if (step === undefined) return null;
  return { past: past.slice(0, -1), now: step.plan, future: [...future, { plan: now, label: step.label }], run: null };
}

export function redoEdit({ past, now, future }: History): History | null {
  const step = future.at(-1);
  if (step === undefined) return null;
  return { past: [...past, { plan: now, label: step.label }], now: step.plan, future: future.slice(0, -1), run: null };
}
