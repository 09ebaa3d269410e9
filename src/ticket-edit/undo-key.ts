/** Under this name the tab stores what can still be undone; a sign-out removes it. */
export const UNDO_HISTORY = 'undo-history';
