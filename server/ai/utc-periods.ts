import type { AiCap } from '#contract/ai-names.ts';

export interface Period {
  readonly startUtc: string;
  /** Exclusive: the start of the next period. */
  readonly endUtc: string;
}

/** The UTC month, day or minute in which a limit counts. */
export function capPeriod(cap: AiCap, now: Date): Period {
  switch (cap) {
    case 'budget':
      return utcMonth(now);
    case 'daily_tokens':
      return spanOf(Math.floor(now.getTime() / DAY_MS) * DAY_MS, DAY_MS);
    case 'minute_calls':
      return spanOf(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS, MINUTE_MS);
  }
}

export function utcMonth(now: Date): Period {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return {
    startUtc: new Date(Date.UTC(year, month, 1)).toISOString(),
    endUtc: new Date(Date.UTC(year, month + 1, 1)).toISOString(),
  };
}

/** The UTC date of an instant, shifted by whole days. */
export function utcDate(now: Date, days = 0): string {
  return new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

function spanOf(startMs: number, lengthMs: number): Period {
  return { startUtc: new Date(startMs).toISOString(), endUtc: new Date(startMs + lengthMs).toISOString() };
}
