/** The browser's database of bulk changes; apart from what reads it, so that a page can ask whether there is one. */
export const RECEIPTS = 'support-console:jobs';
