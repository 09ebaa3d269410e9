import { createAtom, useSelector } from '@tanstack/react-store';
import * as z from 'zod/mini';
import { storage } from '#src/browser/storage.ts';
import { subscribeToSession, sessionState } from '#src/session/session-store.ts';

/** What the tab keeps over a reload: whom links are for, and the keys of the calls. Never a link. */
const stored = z.object({
  siteId: z.string(),
  days: z.number(),
  items: z.array(z.object({ email: z.string(), key: z.string() })),
});
type StoredJob = z.output<typeof stored>;

export interface BulkOutcome {
  readonly kind: 'minted' | 'reused' | 'failed';
  /** Null once it was saved, and where there is none. */
  readonly url: string | null;
  readonly id: string;
  readonly expiresUtc: string;
  readonly reason: string;
}

export interface BulkJob extends StoredJob {
  /** `restored`: the page was reloaded, and with it the links that had come are gone. */
  readonly phase: 'running' | 'paused' | 'restored' | 'done';
  /** By the place of the address; only in memory. */
  readonly outcomes: readonly (BulkOutcome | undefined)[];
  /** Why it paused by itself. */
  readonly stopped: string | null;
  readonly isSaved: boolean;
}

const KEY = 'portal-bulk';
const jobAtom = createAtom<BulkJob | null>(null);
let isStarted = false;

/** The job of this tab and site; null where there is none. */
export function useBulkJob(siteId: string): BulkJob | null {
  restore();
  return useSelector(jobAtom, (job) => (job?.siteId === siteId ? job : null));
}

export function bulkJob(): BulkJob | null {
  return jobAtom.get();
}

export function setBulkJob(change: (job: BulkJob) => BulkJob): void {
  jobAtom.set((job) => (job === null ? null : change(job)));
}

export function beginBulkJob(job: StoredJob): void {
  storage.tab.set(KEY, JSON.stringify(job));
  jobAtom.set({ ...job, phase: 'running', outcomes: [], stopped: null, isSaved: false });
}

/** The job and the links that it has are gone. */
export function forgetBulkJob(): void {
  storage.tab.remove(KEY);
  jobAtom.set(null);
}

/** What is kept over a reload is not needed once the file is saved. */
export function forgetBulkAddresses(): void {
  storage.tab.remove(KEY);
}

/** Looked up once, when the page is first shown. */
function restore(): void {
  if (isStarted) return;
  isStarted = true;
  subscribeToSession(() => {
    if (sessionState().phase === 'out') forgetBulkJob();
  });
  try {
    const job = stored.parse(JSON.parse(storage.tab.get(KEY) ?? 'null'));
    jobAtom.set({ ...job, phase: 'restored', outcomes: [], stopped: null, isSaved: false });
  } catch {
    // There is none, or it cannot be read.
  }
}
