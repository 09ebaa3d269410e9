import { lazyPart } from '#src/ui/lazy-part.tsx';

/** The form with its packages; `preload` when somebody is about to open it. */
export const NewTicketDrawerPart = lazyPart(async () => (await import('./new-ticket-drawer.tsx')).NewTicketDrawer);
