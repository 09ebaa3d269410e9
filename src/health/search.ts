import { defineSearch, flag } from '#src/browser/define-search.ts';

/** `wall=1` shows the page in large type and without a sidebar: see `WallShell`. */
export const healthSearch = defineSearch({ wall: flag });
export type HealthSearch = ReturnType<typeof healthSearch>;
