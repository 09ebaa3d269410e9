import { createAtom, useSelector } from '@tanstack/react-store';
import * as z from 'zod/mini';
import { choice } from '#contract/scalars.ts';
import { STATUSES } from '#contract/ticket-names.ts';
import { SITE_KEYS, storage } from '#src/browser/storage.ts';
import { OUTCOMES, type Queue } from './queue-model.ts';
import { addSample, type Pace } from './queue-pace.ts';

const PACE = 'queue-pace';

const stored = z.object({
  siteId: z.string(),
  listKey: z.string(),
  items: z.array(z.object({ id: z.string(), number: z.number(), status: choice(STATUSES) })),
  total: z.number(),
  isRebuilt: z.boolean(),
  outcomes: z.record(z.string(), choice(OUTCOMES)),
  handled: z.array(z.string()),
  currentId: z.nullable(z.string()),
});
const storedPace = z.array(z.number());

/** The queue of this tab; null while there is none. */
export const queueAtom = createAtom<Queue | null>(null);

export function useQueue(): Queue | null {
  return useSelector(queueAtom);
}

/** The queue goes into the tab's storage, so that a reload comes back to the same tickets. */
export function setQueue(queue: Queue): void {
  queueAtom.set(queue);
  storage.tab.set(SITE_KEYS.queue, JSON.stringify(queue));
}

/** What this tab stored of a list, of this site. */
export function readQueue(siteId: string, listKey: string): Queue | null {
  const known = queueAtom.get() ?? parse(stored, storage.tab.get(SITE_KEYS.queue));
  return known?.siteId === siteId && known.listKey === listKey && known.items.length > 0 ? known : null;
}

/** How fast this person is, on this device: no word of a ticket is in it. */
export function readPace(): Pace {
  return parse(storedPace, storage.device.get(PACE)) ?? [];
}

export function recordPace(spentMs: number): Pace {
  const pace = addSample(readPace(), spentMs);
  storage.device.set(PACE, JSON.stringify(pace));
  return pace;
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, text: string | null): z.output<Schema> | null {
  if (text === null) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
