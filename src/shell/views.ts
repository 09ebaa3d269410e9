import { view as aiUsage } from '#src/ai-usage/view.ts';
import { view as bulkBind } from '#src/bulk-bind/view.ts';
import { view as conversations } from '#src/conversations/view.ts';
import { view as csat } from '#src/csat/view.ts';
import { view as customers } from '#src/customers/view.ts';
import { view as health } from '#src/health/view.ts';
import { view as hours } from '#src/hours/view.ts';
import { view as inbox } from '#src/inbox/view.ts';
import { view as portalTokens } from '#src/portal-links/view.ts';
import { view as settings } from '#src/settings/view.ts';
import type { EmbeddableView, View } from '#src/panels/view-type.ts';

/**
 * Every view, in the order of the navigation. The sidebar, the tabs of a phone, the palette, the list of keys, the start
 * page, embedding, the pictures and the check of documented pages read it.
 */
export const VIEWS: readonly View[] = [
  health,
  inbox,
  customers,
  csat,
  aiUsage,
  conversations,
  hours,
  portalTokens,
  bulkBind,
  settings,
];

/** The views that other pages may show in a frame. */
export const EMBEDDABLE_VIEWS: readonly EmbeddableView[] = VIEWS.filter(
  (view): view is EmbeddableView => view.embed !== undefined,
);
