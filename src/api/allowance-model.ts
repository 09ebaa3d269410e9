/** How the allowance stands by an answer's `RateLimit` and `RateLimit-Policy`. */
export interface Reading {
  readonly limit: number;
  readonly left: number;
  readonly resetMs: number;
}

/**
 * `"token";r=598;t=37` with `"token";q=600;w=60`, as draft-ietf-httpapi-ratelimit-headers has them. Of several policies
 * the one with the least share left counts. Null without the headers, or with others.
 */
export function readRateLimit(headers: Headers): Reading | null {
  const policies = parametersOf(headers.get('RateLimit-Policy'));
  let least: Reading | null = null;
  for (const [name, { r, t }] of parametersOf(headers.get('RateLimit'))) {
    const limit = policies.get(name)?.['q'];
    if (limit === undefined || limit < 1 || r === undefined || t === undefined) continue;
    if (least === null || r / limit < least.left / least.limit) least = { limit, left: r, resetMs: t * 1000 };
  }
  return least;
}

/** Quoted names with their whole numbers; other parameters do no harm. */
function parametersOf(header: string | null): ReadonlyMap<string, Readonly<Record<string, number>>> {
  const items = new Map<string, Record<string, number>>();
  for (const [, name = '', rest = ''] of header?.matchAll(/"([^"]*)"([^,]*)/g) ?? []) {
    const numbers: Record<string, number> = {};
    for (const [, key = '', digits] of rest.matchAll(/;\s*([a-z]\w*)=([0-9]{1,9})(?=\s*(?:;|$))/g)) {
      numbers[key] = Number(digits);
    }
    items.set(name, numbers);
  }
  return items;
}

const WINDOW_MS = 60_000;
/** Of the limit, for work that goes on by itself. */
const BACKGROUND_SHARE = 0.75;
/** Of the limit, below which that work waits: whoever else uses the token is then quick at using it up. */
const RESERVE_SHARE = 0.1;
/** Ends of one window, as several answers have them, lie nearer to each other. */
const OTHER_WINDOW_MS = 30_000;

export interface AllowanceView {
  readonly limit: number;
  readonly left: number;
  /** Until the allowance is whole again; null while all of it is left. */
  readonly resetMs: number | null;
}

/** What this page knows of the token's allowance. */
export interface AllowanceModel {
  sent(isBackground: boolean): void;
  /** By the service's own words. */
  read(reading: Reading): void;
  /** After a 429. */
  block(ms: number): void;
  /** Ms that background work has to wait; 0 when it may go on. */
  waitMs(fallbackLimit: number | null): number;
  /** Null while no limit is known. */
  view(fallbackLimit: number | null): AllowanceView | null;
}

/** @param now Ms of a clock that never runs backwards. */
export function createAllowance(now: () => number): AllowanceModel {
  let calls: { readonly at: number; readonly isBackground: boolean }[] = [];
  let last: { readonly limit: number; readonly left: number; readonly endsAt: number } | null = null;
  let sentSince = 0;
  let blockedUntil = 0;

  function lately(): typeof calls {
    const from = now() - WINDOW_MS;
    if (calls[0] !== undefined && calls[0].at <= from) calls = calls.filter(({ at }) => at > from);
    return calls;
  }

  function view(fallbackLimit: number | null): AllowanceView | null {
    const at = now();
    const recent = lately();
    if (last === null) {
      // No answer names the allowance: what was sent in the last minute is what is known to be used.
      if (fallbackLimit === null) return null;
      const [first] = recent;
      const left = Math.max(0, fallbackLimit - recent.length);
      return { limit: fallbackLimit, left, resetMs: first === undefined ? null : first.at + WINDOW_MS - at };
    }
    const { endsAt } = last;
    const isOver = at >= endsAt;
    const used = isOver ? recent.filter((call) => call.at >= endsAt).length : sentSince;
    const left = Math.max(0, (isOver ? last.limit : last.left) - used);
    return { limit: last.limit, left, resetMs: isOver ? null : endsAt - at };
  }

  return {
    sent(isBackground) {
      lately().push({ at: now(), isBackground });
      sentSince += 1;
    },
    read({ limit, left, resetMs }) {
      const at = now();
      const endsAt = at + resetMs;
      const isNext = last === null || at >= last.endsAt || endsAt - last.endsAt > OTHER_WINDOW_MS;
      if (isNext || last === null) last = { limit, left, endsAt };
      // An answer that was on its way while the next window began says nothing of it.
      else if (last.endsAt - endsAt > OTHER_WINDOW_MS) return;
      // Answers overtake each other: the least is the latest, and a slow one reports the end too late.
      else last = { limit, left: Math.min(left, last.left), endsAt: Math.min(endsAt, last.endsAt) };
      sentSince = 0;
    },
    block(ms) {
      blockedUntil = Math.max(blockedUntil, now() + ms);
    },
    waitMs(fallbackLimit) {
      const at = now();
      if (at < blockedUntil) return blockedUntil - at;
      const known = view(fallbackLimit);
      if (known === null) return 0;
      const background = lately().filter((call) => call.isBackground);
      const most = Math.max(1, Math.floor(known.limit * BACKGROUND_SHARE));
      const blocking = background[background.length - most];
      if (blocking !== undefined) return blocking.at + WINDOW_MS - at;
      return known.left > Math.floor(known.limit * RESERVE_SHARE) ? 0 : (known.resetMs ?? 0);
    },
    view,
  };
}
