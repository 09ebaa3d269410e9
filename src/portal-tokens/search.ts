import type { PortalOrder } from '#contract/portal.ts';
import { isEmail } from '#contract/scalars.ts';

/** The lists of the page, each with its count: states, and what should be looked after. */
export const SHOWN = ['active', 'expired', 'revoked', 'expiring', 'unused', 'many'] as const;
export type Shown = (typeof SHOWN)[number];
export const ISSUED_DAYS = [7, 30, 90] as const;
const ORDERS = ['created', 'expires', 'uses'] as const satisfies readonly PortalOrder[];
const MAX_TEXT = 200;

/** What of the page stands in its URL. Absent: all links, the newest first. */
export interface PortalSearch {
  readonly show?: Shown | undefined;
  /** A part of the address. */
  readonly q?: string | undefined;
  /** Exactly this address. */
  readonly email?: string | undefined;
  /** Issued in the last so many days. */
  readonly days?: (typeof ISSUED_DAYS)[number] | undefined;
  readonly order?: PortalOrder | undefined;
  readonly dir?: 'asc' | undefined;
}

/**
 * The route's `validateSearch`: what a hand wrote wrongly is left out. The router lays the answer over the raw
 * parameters, so that whatever is not to stay is named as undefined.
 */
export function validatePortalSearch(raw: Record<string, unknown>): PortalSearch {
  const text = (name: string) => {
    const value = raw[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const one = <Value extends string | number>(name: string, values: readonly Value[]) =>
    values.find((value) => String(value) === text(name));
  const q = text('q').slice(0, MAX_TEXT);
  return {
    ...Object.fromEntries(Object.keys(raw).map((name) => [name, undefined])),
    show: one('show', SHOWN),
    q: q === '' ? undefined : q,
    email: isEmail(text('email')) ? text('email') : undefined,
    days: one('days', ISSUED_DAYS),
    order: one('order', ORDERS),
    dir: one('dir', ['asc'] as const),
  };
}
