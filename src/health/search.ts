import { defineSearch, flag, oneOf } from '#src/browser/define-search.ts';

/** What of the page stands in its URL. */
export const healthSearch = defineSearch({
  /** In large type and without a sidebar: see `WallShell`. */
  wall: flag,
  /** Offers to run the self-tests. */
  test: flag,
  /** What the figures are compared with; the last visit, where there was one, unless this says otherwise. */
  compare: oneOf(['visit', 'day']),
});
export type HealthSearch = ReturnType<typeof healthSearch>;
