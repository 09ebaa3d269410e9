/** Under this name the tab stores notes that are being written; a sign-out removes it. */
export const NOTE_DRAFTS = 'customer-note-drafts';
