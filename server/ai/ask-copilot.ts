import type { askCopilot as AskCopilot } from '#contract/ai.ts';
import { estimateTokens, MAX_ANSWER_TOKENS } from '#contract/copilot-estimate.ts';
import type { Reply } from '#contract/operation.ts';
import { ApiError } from '#server/operation/api-error.ts';
import { fieldError } from '#server/operation/field-errors.ts';
import type { Call, Handler } from '#server/operation/call.ts';
import { Secret } from '#server/secrets/secret.ts';
import type { Completion, Prompt } from '#server/operation/ai-provider.ts';
import { hasAiUsage } from './ai-limits.ts';
import { writePrompt } from './copilot-prompt.ts';
import { ProviderFailure } from './provider-failure.ts';
import { readBullets } from './read-bullets.ts';
import type { AiCallContext, AiCallInput } from './record-ai-call.ts';
import { reserveCall } from './reserve-call.ts';
import { getPrices } from './ai-prices.ts';
import { settleCall } from './settle-call.ts';
import { hasTicket } from '#server/tickets/known-ticket.ts';

type CopilotCall = Call<typeof AskCopilot>;
type CopilotReply = Reply<typeof AskCopilot>;

/**
 * POST ai_copilot: a draft or a summary by one call to the provider. Reserves, asks without an open transaction, then
 * logs the call, releases the reservation and stores the reply for its Idempotency-Key in one transaction. See
 * docs/api.md, "Copilot".
 * @throws ApiError bad_field, ai_cap_exceeded, or copilot_failed with our own message
 */
export const askCopilot: Handler<typeof AskCopilot> = async (call) => {
  const { db, site, body, config, now, actor, aiProvider } = call;
  const key = new Secret(body.provider_api_key);
  if (!hasAiUsage(site)) throw new ApiError('copilot_failed', 'The copilot is not deployed for this site');
  if (aiProvider === null) throw new ApiError('copilot_failed', 'no provider is configured');
  const ticketId = body.ticket_id ?? null;
  if (ticketId !== null && !(await hasTicket(db, site, ticketId))) {
    throw fieldError('ticket_id', 'must be the id of a ticket of this site');
  }
  const prices = await getPrices(db, site, config.aiPrices);
  const [firstPriced] = config.aiPrices.keys();
  const model = body.model ?? config.aiDefaultModel ?? firstPriced ?? 'default';
  const prompt = writePrompt(body.mode, { model, transcript: body.transcript, toneHint: body.tone_hint ?? '' });
  const inputTokens = estimateTokens(prompt.messages.map(({ content }) => content));
  const estimate = { inputTokens, outputTokens: MAX_ANSWER_TOKENS, price: prices.get(model) ?? null };
  const wanted = { ...estimate, feature: featureOf(body.mode), model, ticketId };
  const reservation = await reserveCall(db, site, wanted, { actor, now });

  const startedMs = call.monotonicMs();
  const outcome = await aiProvider.complete(site.id, key, prompt).catch((error: unknown) => ({ error }));
  const latencyMs = Math.round(call.monotonicMs() - startedMs);
  if ('error' in outcome) {
    const { error } = outcome;
    const errorCode = error instanceof ProviderFailure ? error.reason : 'internal_error';
    await settle(
      call,
      { reservation, prices },
      { model, latencyMs, status: 'error', errorCode, inputTokens: 0, outputTokens: 0 },
      null,
    );
    throw error instanceof ProviderFailure ? new ApiError('copilot_failed', error.message) : error;
  }

  const text = key.removeFrom(outcome.text);
  const bullets = body.mode === 'summary' ? readBullets(text) : undefined;
  const used = { model, latencyMs, ...countTokens(prompt, outcome) };
  if (bullets === null) {
    // The provider charges for this call although the caller gets an error.
    await settle(call, { reservation, prices }, { ...used, status: 'error', errorCode: 'too_few_points' }, null);
    throw new ApiError('copilot_failed', 'The AI provider answered with fewer than 3 points');
  }
  const written = bullets === undefined ? { text } : { text: bullets.map((point) => `- ${point}`).join('\n'), bullets };
  return settle(call, { reservation, prices }, { ...used, status: 'ok' }, written);
};

function featureOf(mode: CopilotCall['body']['mode']): AiCallInput['feature'] {
  return mode === 'summary' ? 'copilot_summary' : 'copilot';
}

type CallResult = Pick<AiCallInput, 'model' | 'latencyMs' | 'status' | 'errorCode' | 'inputTokens' | 'outputTokens'>;
type ReplyContent = Pick<CopilotReply, 'text' | 'bullets'>;

interface Reserved extends Pick<AiCallContext, 'prices'> {
  readonly reservation: bigint;
}

async function settle(
  call: CopilotCall,
  { reservation, prices }: Reserved,
  used: CallResult,
  written: ReplyContent | null,
): Promise<CopilotReply> {
  const { db, site, body, now, actor } = call;
  const about = { feature: featureOf(body.mode), ticketId: body.ticket_id ?? null };
  // Like its reservation, a call counts in the minute, day and month in which it started.
  const input: AiCallInput = { ...used, ...about, createdUtc: now.toISOString() };
  const context = { actor, now, prices };
  return settleCall(db, site, { reservation, input }, context, async (db, stored) => {
    const answer: CopilotReply = {
      mode: body.mode,
      ...written,
      model: used.model,
      tokens: Number(stored.tokens),
      cost_usd: Number(stored.cost_usd),
      latency_ms: used.latencyMs,
      call_id: stored.id,
    };
    if (written !== null) await call.storeIdempotentReply(db, answer);
    return answer;
  });
}

/** Uses the provider's counts, or estimates them like a reservation. */
function countTokens(prompt: Prompt, { text, inputTokens, outputTokens }: Completion) {
  return {
    inputTokens: inputTokens ?? estimateTokens(prompt.messages.map(({ content }) => content)),
    outputTokens: outputTokens ?? estimateTokens([text]),
  };
}
