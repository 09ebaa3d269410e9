const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  sec: 1000,
  second: 1000,
  m: 60_000,
  min: 60_000,
  minute: 60_000,
  h: 3_600_000,
  hr: 3_600_000,
  hour: 3_600_000,
  d: 86_400_000,
  day: 86_400_000,
  w: 604_800_000,
  week: 604_800_000,
};

/**
 * Milliseconds of a duration in words: "2h", "1h 30m", "24 hours", "PT2H30M" or "02:00:00"; null for anything else.
 * The document gives no form for durations such as `stale_threshold`, so the usual ones are read.
 */
export function parseDuration(text: string): number | null {
  const clock = /^([0-9]{1,4}):([0-5][0-9])(?::([0-5][0-9]))?$/.exec(text.trim());
  if (clock !== null) return (Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0)) * 1000;
  const lower = text.trim().toLowerCase();
  const words = /^p[0-9t]/.test(lower) ? lower.slice(1).replace('t', '') : lower;
  const parts = [...words.matchAll(/([0-9]{1,9})\s*([a-z]+)[\s,]*/gy)];
  if (parts.length === 0 || parts.map((part) => part[0]).join('') !== words) return null;
  let sum = 0;
  for (const [, amount, unit = ''] of parts) {
    const unitMs = UNIT_MS[unit] ?? UNIT_MS[unit.replace(/s$/, '')];
    if (unitMs === undefined) return null;
    sum += Number(amount) * unitMs;
  }
  return sum;
}
