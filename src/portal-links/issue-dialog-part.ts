import { lazyPart } from '#src/ui/lazy-part.tsx';

/** The form and what shows the link; `preload` when somebody is about to open it. */
export const IssueDialogPart = lazyPart(async () => (await import('./issue-dialog.tsx')).IssueDialog);
