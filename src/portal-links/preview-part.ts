import { lazyPart } from '#src/ui/lazy-part.tsx';

/** The page of a customer before anybody has opened it. */
export const PreviewPart = lazyPart(async () => (await import('./preview/preview-dialog.tsx')).PreviewDialog);
