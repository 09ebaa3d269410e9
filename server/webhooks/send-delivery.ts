import { createHmac } from 'node:crypto';
import type { AttemptRecord } from '#contract/webhook-deliveries.ts';
import type { ResolveHost } from '#server/operation/call.ts';
import { readWebhookUrl } from './address-guard.ts';
import { findAddresses } from './find-addresses.ts';
import { sendGuarded, type RequestResult } from './guarded-request.ts';

const EXCERPT_BYTES = 1_024;

interface Sendable {
  readonly url: string;
  readonly messageId: string;
  readonly body: string;
  /** At least one. */
  readonly secrets: readonly string[];
}

export interface SendContext {
  readonly now: Date;
  readonly allowPrivate: boolean;
  readonly resolveHost: ResolveHost;
  readonly signal: AbortSignal;
}

/** The outcome of one attempt; `error_code` is null on success. */
export interface AttemptOutcome extends Omit<AttemptRecord, 'attempt' | 'scheduled_utc'> {
  /** The header as received. */
  readonly retryAfter: string | null;
}

/**
 * Signs and sends once. Checks the addresses again at each attempt. Never throws. See docs/api.md, "Addresses of
 * webhooks".
 */
export async function sendDelivery(sendable: Sendable, context: SendContext): Promise<AttemptOutcome> {
  const startedMs = performance.now();
  const result = await send(sendable, context);
  const shared = {
    started_utc: context.now.toISOString(),
    duration_ms: Math.round(performance.now() - startedMs),
    resolved_ip: result.ip,
  };
  if ('problem' in result) {
    return { ...shared, http_status: null, error_code: result.problem, response_excerpt: null, retryAfter: null };
  }
  const { status, start, retryAfter } = result;
  const isAccepted = status >= 200 && status < 300;
  const error_code = isAccepted ? null : 'status';
  return { ...shared, http_status: status, error_code, response_excerpt: excerptOf(start), retryAfter };
}

async function send({ url: text, messageId, body, secrets }: Sendable, context: SendContext): Promise<RequestResult> {
  const { allowPrivate, resolveHost, signal, now } = context;
  const url = readWebhookUrl(text, allowPrivate);
  if (typeof url === 'string') return { problem: 'blocked_address', ip: null };
  const found = await findAddresses(url, resolveHost, allowPrivate);
  if ('problem' in found) return { problem: found.problem, ip: null };
  const headers = signDelivery({ messageId, body }, secrets, now);
  return sendGuarded({ url, addresses: found.addresses, headers, body, signal });
}

/** Removes control and format characters, which could move a cursor or reverse the reading direction. */
function excerptOf(start: Buffer): string {
  return new TextDecoder().decode(start.subarray(0, EXCERPT_BYTES)).replace(/[\p{Cc}\p{Cf}]/gu, '');
}

interface Message {
  readonly messageId: string;
  readonly body: string;
}

/**
 * The headers of one attempt. See docs/api.md, "Delivery", and the Standard Webhooks specification.
 * @param secrets `whsec_` and base64; each of them signs
 */
export function signDelivery({ messageId, body }: Message, secrets: readonly string[], now: Date) {
  const timestamp = Math.floor(now.getTime() / 1000).toString();
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
    'content-type': 'application/json',
    'user-agent': 'SupportConsole-Webhooks/1',
  };
}
