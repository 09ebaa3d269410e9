import type { Ticket } from '#contract/tickets.ts';

/** Versions of a ticket that writes of this tab made: the service counts each write as one. */
const own = new Map<bigint, Set<number>>();

/** A write of this tab was answered. */
export function noteOwnWrite({ id, version }: Pick<Ticket, 'id' | 'version'>): void {
  if (version === undefined) return;
  const versions = own.get(id) ?? new Set();
  own.set(id, versions.add(version));
}

/**
 * The newest version between which and this one only writes of this tab lie: what is based on it is refused for a change
 * of another person, and for none of one's own. NaN where there are no versions.
 */
export function newestOwnVersion(id: bigint, version = NaN): number {
  const versions = own.get(id);
  let newest = version;
  while (versions?.has(newest + 1) === true) newest += 1;
  return newest;
}
