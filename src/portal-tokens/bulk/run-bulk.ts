import { issuePortalToken } from '#contract/portal.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { failureMessage } from '#src/api/failure-message.ts';
import { invalidateTouched } from '#src/api/invalidation.ts';
import { write } from '#src/api/write.ts';
import { toIssued } from '#src/portal-links/issued-link.ts';
import { bulkJob, setBulkJob, type BulkOutcome } from './bulk-store.ts';

const TRIES = 3;
let stop: AbortController | null = null;

/** Goes on with the first address that has no outcome yet, one after the other, each in its turn of the allowance. */
export async function runBulk(): Promise<void> {
  if (stop !== null) return;
  const { signal } = (stop = new AbortController());
  setBulkJob((job) => ({ ...job, phase: 'running', stopped: null }));
  try {
    for (let at = nextPlace(); at >= 0; at = nextPlace()) {
      const outcome = await issueOne(at, signal);
      setBulkJob((job) => ({
        ...job,
        outcomes: job.items.map((_, place) => (place === at ? outcome : job.outcomes[place])),
      }));
    }
    setBulkJob((job) => ({ ...job, phase: 'done' }));
  } catch (error) {
    const stopped = signal.aborted ? null : failureMessage(error);
    setBulkJob((job) => ({ ...job, phase: 'paused', stopped }));
  } finally {
    stop = null;
    await invalidateTouched(issuePortalToken);
  }
}

/** A call that is under way is let go of: the same key asks for its answer again. */
export function pauseBulk(): void {
  stop?.abort();
}

function nextPlace(): number {
  const job = bulkJob();
  return job === null ? -1 : job.items.findIndex((_, place) => job.outcomes[place] === undefined);
}

/** @throws where going on makes no sense: nobody answers, or the token may not. */
async function issueOne(at: number, signal: AbortSignal): Promise<BulkOutcome> {
  const job = bulkJob();
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
