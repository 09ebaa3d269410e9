import { createAtom, useSelector } from '@tanstack/react-store';
import * as z from 'zod/mini';
import { issuePortalToken } from '#contract/portal.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { failureMessage } from '#src/api/failure-message.ts';
import { invalidateTouched } from '#src/api/invalidation.ts';
import { write } from '#src/api/write.ts';
import { randomId } from '#src/browser/random-id.ts';
import { storage } from '#src/browser/storage.ts';
import { toIssued } from '#src/portal-links/issued-link.ts';
import { subscribeToSession, sessionState } from '#src/session/session-store.ts';

/** Kept over a reload: whom links are for, and the keys of the calls. Never a link. */
const stored = z.object({
  siteId: z.string(),
  days: z.number(),
  items: z.array(z.object({ email: z.string(), key: z.string() })),
});

const KINDS = { m: 'minted', r: 'reused', f: 'failed' } as const;
type OutcomeKind = (typeof KINDS)[keyof typeof KINDS];

interface BulkOutcome {
  readonly kind: OutcomeKind;
  /** Null once it was saved, and where there is none. */
  readonly url: string | null;
  readonly id: string;
  readonly expiresUtc: string;
  readonly reason: string;
}

export interface BulkJob extends z.output<typeof stored> {
  /** `restored`: the page was reloaded, and with it the links that had come are gone. */
  readonly phase: 'running' | 'paused' | 'restored' | 'done';
  /** By the place of the address; only in memory. */
  readonly outcomes: readonly (BulkOutcome | undefined)[];
  /** What became of each before the page was reloaded: its link has to be asked for again. */
  readonly known: readonly (OutcomeKind | undefined)[];
  /** Why it paused by itself. */
  readonly stopped: string | null;
  readonly isSaved: boolean;
}

const KEY = 'portal-bulk';
/** A letter for each address: small enough to be written after each call. */
const KINDS_KEY = 'portal-bulk-kinds';
const TRIES = 3;
const jobAtom = createAtom<BulkJob | null>(null);
let isStarted = false;
let stop: AbortController | null = null;

/** The job of this tab and site; null where there is none. */
export function useBulkJob(siteId: string): BulkJob | null {
  restore();
  return useSelector(jobAtom, (job) => (job?.siteId === siteId ? job : null));
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
    const known = [...(storage.tab.get(KINDS_KEY) ?? '')].map(kindOf);
    jobAtom.set({ ...job, phase: 'restored', outcomes: [], known, stopped: null, isSaved: false });
  } catch {
    // There is none, or it cannot be read.
  }
}

function kindOf(letter: string): OutcomeKind | undefined {
  return letter === 'm' || letter === 'r' || letter === 'f' ? KINDS[letter] : undefined;
}

/** What became of the address at a place, also before a reload; undefined where it was not asked for yet. */
export function outcomeKind({ outcomes, known }: BulkJob, place: number): OutcomeKind | undefined {
  return outcomes[place]?.kind ?? known[place];
}

/** How many addresses have an outcome, and of how many it is this one. */
export function countOutcomes(job: BulkJob, kind?: OutcomeKind): number {
  return job.items.filter((_, place) => {
    const own = outcomeKind(job, place);
    return kind === undefined ? own !== undefined : own === kind;
  }).length;
}

export function startBulkJob(siteId: string, days: number, emails: readonly string[]): void {
  const job = { siteId, days, items: emails.map((email) => ({ email, key: randomId() })) };
  storage.tab.set(KEY, JSON.stringify(job));
  storage.tab.remove(KINDS_KEY);
  jobAtom.set({ ...job, phase: 'running', outcomes: [], known: [], stopped: null, isSaved: false });
  void runBulkJob();
}

/** Goes on with the first address that has no outcome yet, one after the other, each in its turn of the allowance. */
export async function runBulkJob(): Promise<void> {
  if (stop !== null) return;
  const { signal } = (stop = new AbortController());
  change((job) => ({ ...job, phase: 'running', stopped: null }));
  try {
    for (let at = nextPlace(); at >= 0; at = nextPlace()) {
      const outcome = await issueOne(at, signal);
      change((job) => ({
        ...job,
        outcomes: job.items.map((_, place) => (place === at ? outcome : job.outcomes[place])),
      }));
      rememberKinds();
    }
    change((job) => ({ ...job, phase: 'done' }));
  } catch (error) {
    const stopped = signal.aborted ? null : failureMessage(error);
    change((job) => ({ ...job, phase: 'paused', stopped }));
  } finally {
    stop = null;
    await invalidateTouched(issuePortalToken);
  }
}

/** A call that is under way is let go of: the same key asks for its answer again. */
export function pauseBulkJob(): void {
  stop?.abort();
}

/** The links are in a file: neither they nor the addresses are kept. */
export function markBulkJobSaved(): void {
  storage.tab.remove(KEY);
  storage.tab.remove(KINDS_KEY);
  change((job) => ({
    ...job,
    isSaved: true,
    outcomes: job.outcomes.map((outcome) => outcome && { ...outcome, url: null }),
  }));
}

/** The job and the links that it has are gone. */
export function forgetBulkJob(): void {
  storage.tab.remove(KEY);
  storage.tab.remove(KINDS_KEY);
  jobAtom.set(null);
}

function rememberKinds(): void {
  const job = jobAtom.get();
  if (job === null) return;
  storage.tab.set(KINDS_KEY, job.items.map((_, place) => outcomeKind(job, place)?.[0] ?? '.').join(''));
}

function change(next: (job: BulkJob) => BulkJob): void {
  jobAtom.set((job) => (job === null ? null : next(job)));
}

function nextPlace(): number {
  const job = jobAtom.get();
  return job === null ? -1 : job.items.findIndex((_, place) => job.outcomes[place] === undefined);
}

async function issueOne(at: number, signal: AbortSignal): Promise<BulkOutcome> {
  const job = jobAtom.get();
  const item = job?.items[at];
  if (job === null || item === undefined) throw new Error('the job is gone');
  const body = { requester_email: item.email, expiry_days: job.days, reuse_active: true };
  for (let tries = 1; ; tries += 1) {
    try {
      const options = { body, idempotencyKey: item.key, priority: 'background' as const, signal };
      const link = toIssued(await write(issuePortalToken, options, { refetch: 'none' }), body, Date.now());
      return {
        kind: link.isReused ? 'reused' : 'minted',
        url: link.secret?.url ?? null,
        id: link.id.toString(),
        expiresUtc: link.expiresUtc,
        reason: '',
      };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ApiFailure)) throw error;
      if (error.kind === 'bad_request' || error.kind === 'conflict') {
        return { kind: 'failed', url: null, id: '', expiresUtc: '', reason: error.message };
      }
      if (tries >= TRIES || error.kind === 'forbidden') throw error;
    }
  }
}
