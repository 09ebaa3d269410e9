import { createAtom, useSelector } from '@tanstack/react-store';
import type { CopilotMode } from '#contract/ai-names.ts';
import { askCopilot } from '#contract/ai.ts';
import type { Body } from '#contract/operation.ts';
import { isUnsure } from '#src/api/api-failure.ts';
import { scheduleInvalidation } from '#src/api/invalidation.ts';
import { write } from '#src/api/write.ts';
import { randomId } from '#src/browser/random-id.ts';
import { openDraft } from '#src/outbox/drafts.ts';
import { sessionOwner, sessionState, subscribeToSession } from '#src/session/session-store.ts';
import { unmask, type Masked } from './masking.ts';

/** Longer than the service waits for its provider. */
const TIMEOUT_MS = 40_000;

/** A draft or a summary that is offered for a ticket. */
export interface Offer {
  readonly mode: CopilotMode;
  /** Null with a service that doesn't name its calls. */
  readonly callId: bigint | null;
  readonly text: string;
  readonly bullets: readonly string[];
  readonly model: string | undefined;
  readonly tokens: number | undefined;
  readonly usd: number | undefined;
  /** Titles of the sources that it may rest on. */
  readonly sources: readonly string[];
}

interface Asking {
  /** Null: no call is running. */
  readonly running: { readonly startedMs: number; readonly stop: AbortController } | null;
  readonly failure: unknown;
  readonly offer: Offer | null;
}

const NOTHING: Asking = { running: null, failure: null, offer: null };

/** By ticket and mode: a call continues while the person reads another ticket. */
const askingAtom = createAtom<ReadonlyMap<string, Asking>>(new Map<string, Asking>());
/** The keys of calls that may have been made although no answer came, by their content without the provider's key. */
const unsure = new Map<string, string>();

function keyOf(ticketId: bigint, mode: CopilotMode): string {
  return `${ticketId} ${mode}`;
}

export function useAsking(ticketId: bigint, mode: CopilotMode): Asking {
  return useSelector(askingAtom, (all) => all.get(keyOf(ticketId, mode)) ?? NOTHING);
}

export interface Request {
  readonly ticketId: bigint;
  readonly body: Body<typeof askCopilot>;
  /** The details that were replaced in it. */
  readonly hidden: readonly Masked[];
  readonly sources: readonly string[];
}

/** Makes the call; its result or failure comes by `useAsking`. The draft that is offered stays until another one comes. */
export async function ask({ ticketId, body, hidden, sources }: Request): Promise<void> {
  start();
  const { mode } = body;
  const key = keyOf(ticketId, mode);
  if (askingAtom.get().get(key)?.running != null) return;
  const { provider_api_key: _secret, ticket_id: _ticket, ...said } = body;
  const content = JSON.stringify([ticketId.toString(), said]);
  const idempotencyKey = unsure.get(content) ?? randomId();
  unsure.delete(content);
  const stop = new AbortController();
  const { signal } = stop;
  change(key, { running: { startedMs: Date.now(), stop }, failure: null });
  try {
    const options = { body, signal, idempotencyKey, timeoutMs: TIMEOUT_MS };
    const {
      text = '',
      bullets = [],
      model,
      tokens,
      cost_usd: usd,
      call_id: callId = null,
    } = await write(askCopilot, options, { refetch: 'rest' });
    if (askingAtom.get().get(key)?.running?.stop !== stop) return;
    const answer = {
      text: unmask(text, hidden).trim(),
      bullets: bullets.map((bullet) => unmask(bullet, hidden)),
    };
    const owner = sessionOwner();
    if (mode === 'reply' && callId !== null && owner !== null)
      openDraft(owner, ticketId, 'public').setAi({ callId: callId.toString(), text: answer.text, isInserted: false });
    change(key, { running: null, offer: { mode, callId, ...answer, model, tokens, usd, sources } });
  } catch (failure) {
    scheduleInvalidation(askCopilot);
    if (isUnsure(failure)) unsure.set(content, idempotencyKey);
    change(key, { running: null, failure: signal.aborted ? null : failure });
  }
}

export function cancel(ticketId: bigint, mode: CopilotMode): void {
  askingAtom.get().get(keyOf(ticketId, mode))?.running?.stop.abort();
}

export function dismiss(ticketId: bigint, mode: CopilotMode): void {
  change(keyOf(ticketId, mode), { offer: null, failure: null });
}

/** The provider's key is another one now: the service would take a retry for another call. */
export function forgetUnsure(): void {
  unsure.clear();
}

function change(key: string, part: Partial<Asking>): void {
  askingAtom.set((all) => new Map(all).set(key, { ...(all.get(key) ?? NOTHING), ...part }));
}

let isStarted = false;

function start(): void {
  if (isStarted) return;
  isStarted = true;
  subscribeToSession(() => {
    if (sessionState().phase !== 'out') return;
    for (const { running } of askingAtom.get().values()) running?.stop.abort();
    askingAtom.set(new Map());
    unsure.clear();
  });
}
