import * as z from 'zod/mini';
import { sessionState } from '#src/session/session-store.ts';
import { storage } from '#src/browser/storage.ts';
import type { ListView } from './saved-view.ts';

// For a service that keeps no views.

const Stored = z.array(
  z.object({
    id: z.string().check(z.regex(/^[1-9][0-9]{0,17}$/)),
    name: z.string(),
    query: z.record(z.string(), z.string()),
    columns: z.nullable(z.array(z.string())),
    position: z.number(),
  }),
);

function keyOfSite(): string {
  const state = sessionState();
  return `views-${state.phase === 'out' ? '' : (state.siteId ?? '')}`;
}

export function readLocalViews(): ListView[] {
  try {
    const stored: unknown = JSON.parse(storage.device.get(keyOfSite()) ?? '[]');
    return z.parse(Stored, stored).map((view) => ({ ...view, shared: false }));
  } catch {
    return [];
  }
}

export function writeLocalViews(views: readonly ListView[]): void {
  const stored = views.map(({ shared: _shared, ...view }) => view);
  storage.device.set(keyOfSite(), JSON.stringify(stored));
}
