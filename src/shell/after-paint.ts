import { BusinessHoursLine } from './business-hours/business-hours-line.tsx';
import { DeferredParts } from './deferred-parts.tsx';
import { ErrorPage } from './error-page.tsx';
import { startFont } from './font.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { Palette } from './palette/palette.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { SitePanel } from './site-menu/site-panel.tsx';
import { UnprovidedPage } from './absent-pages.tsx';

/** Parts that the frame needs right after its first paint, fetched as one file with those of the inbox. */
export const afterPaint = {
  BusinessHoursLine,
  DeferredParts,
  ErrorPage,
  OfflineBanner,
  Palette,
  ShortcutSheet,
  SitePanel,
  startFont,
  UnprovidedPage,
};
