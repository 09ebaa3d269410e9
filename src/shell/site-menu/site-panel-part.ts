import { lazyPart } from '#src/ui/lazy-part.tsx';

/** What the site's menu shows; `preload` when somebody is about to open it. */
export const SitePanelPart = lazyPart(async () => (await import('./site-panel.tsx')).SitePanel);
