/** Under this name the tab stores the queue; a sign-out removes it. */
export const QUEUE = 'queue';
