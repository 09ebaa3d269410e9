/** Where the tab's storage holds drafts over a reload; `main.tsx` removes it at a sign-out. */
export const TAB_DRAFTS = 'drafts';
