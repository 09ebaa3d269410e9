/** Under this name the tab stores what can still be undone; a sign-out removes it. */
export const UNDO_HISTORY = 'undo-history';

/** How long the service undoes a change: see docs/api.md, "Undo". */
export const KEEP_MS = 24 * 3_600_000;
