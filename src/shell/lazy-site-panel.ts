import { lazy } from 'react';

const load = () => import('./site-panel.tsx');

/** Fetched when somebody is about to open it: nobody needs it to see the first page. */
export const LazySitePanel = lazy(() => load().then((module) => ({ default: module.SitePanel })));

export function preloadSitePanel(): void {
  load().catch(() => undefined);
}
