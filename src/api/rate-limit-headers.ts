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
