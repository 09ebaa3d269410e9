import * as z from 'zod/mini';
import { parseJson, writeJson } from '#contract/json.ts';
import { readPayload } from '#contract/read-payload.ts';
import { createTicket } from '#contract/ticket-writes.ts';
import type { Ticket, TicketDetail } from '#contract/tickets.ts';
import { SITE_KEYS, storage } from '#src/browser/storage.ts';
import { settleUndo, undoEntry } from '#src/undo/undo.ts';
import { ticketFields, ticketPatch } from './apply-patch.ts';
import type { StepQueue } from './step-queue.ts';
import { markUnsure } from './send-undo.ts';
import type { Step } from './ticket-steps.ts';

const common = { key: z.string(), isTried: z.boolean() };
const storedStep = z.union([
  z.object({ kind: z.literal('change'), patch: ticketPatch, ...common }),
  z.object({
    kind: z.literal('undo'),
    way: z.nullable(z.object({ token: z.nullable(z.string()), back: ticketFields })),
    ...common,
  }),
]);
const stored = z.object({
  owner: z.string(),
  changes: z.array(z.object({ base: z.unknown(), steps: z.array(storedStep) })),
});

/** The changes of one ticket that wait. */
interface WaitingSteps {
  readonly base: Ticket;
  readonly steps: readonly Step[];
}

/**
 * Lets them live through a reload of this tab, no longer: another tab would send them too.
 * @param owner site and token: no other token ever sends them
 */
export function storeSteps(owner: string, queues: readonly StepQueue[]): void {
  const changes = queues.flatMap(({ base, steps }) => {
    const own = steps.flatMap((step) => toStored(step) ?? []);
    return base === null || own.length === 0 ? [] : [{ base: withoutThread(base), steps: own }];
  });
  if (changes.length === 0) storage.tab.remove(SITE_KEYS.offlineChanges);
  else storage.tab.set(SITE_KEYS.offlineChanges, writeJson({ owner, changes }));
}

/** The changes that this tab had to send before it was loaded anew; none of another token or another shape. */
export function readSteps(owner: string): readonly WaitingSteps[] {
  const text = storage.tab.get(SITE_KEYS.offlineChanges);
  if (text === null) return [];
  try {
    const kept = stored.parse(parseJson(text));
    if (kept.owner !== owner) return [];
    return kept.changes.map(({ base, steps }) => ({
      // The row whose reply is the Ticket alone.
      base: readPayload(createTicket, { ok: true, data: base }),
      steps: steps.map(fromStored),
    }));
  } catch {
    return [];
  }
}

/** A message is kept by its draft. */
function toStored(step: Step): z.output<typeof storedStep> | null {
  const { key, isTried } = step;
  if (step.kind === 'change') return { kind: 'change', key, isTried, patch: step.patch };
  return step.kind === 'undo' ? { kind: 'undo', key, isTried, way: step.way } : null;
}

function fromStored(step: z.output<typeof storedStep>): Step {
  if (step.kind === 'change') return step;
  const { key, isTried } = step;
  const outcome = Promise.withResolvers<Parameters<typeof settleUndo>[1]>();
  void outcome.promise.then((how) => settleUndo(key, how));
  if (isTried) markUnsure(key);
  return { ...step, turn: Promise.resolve(), retry: () => undoEntry(key), outcome };
}

function withoutThread(base: Ticket): Ticket {
  const { comments: _comments, activity: _activity, links: _links, ...ticket }: TicketDetail = base;
  return ticket;
}
