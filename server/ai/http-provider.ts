import * as http from 'node:http';
import * as https from 'node:https';
import { writeJson } from '#contract/json.ts';
import { HostBreaker, type HostVerdict } from '#server/outbound/host-breaker.ts';
import type { AiProvider, Completion, Prompt } from '#server/operation/ai-provider.ts';
import { FairSemaphore } from '#server/fair-semaphore.ts';
import type { Secret } from '#server/secrets/secret.ts';
import { ProviderFailure } from './provider-failure.ts';
import { readCompletion } from './read-completion.ts';

export interface ProviderLimits {
  readonly connectMs: number;
  /** From the question to the last byte of the answer, standing in line included. */
  readonly totalMs: number;
  readonly maxBytes: number;
  /** Of one site alone; others have a quarter of it each besides. */
  readonly maxInFlight: number;
}

const LIMITS: ProviderLimits = { connectMs: 3_000, totalMs: 30_000, maxBytes: 1_048_576, maxInFlight: 32 };

/**
 * Asks the one AI provider of the operator (AI_PROVIDER_BASE_URL), which may be slow, huge, broken or hostile: no
 * redirect is followed, time and size are bounded, only a completion gets through, and a host that keeps failing is
 * left alone. Sites share its calls. See docs/api.md, "Copilot" and docs/operating.md, "The AI provider".
 */
export class HttpProvider implements AiProvider {
  readonly #url: URL;
  readonly #limits: ProviderLimits;
  readonly #calls: FairSemaphore;
  readonly #breaker: HostBreaker;

  /** @param limits Tests have less patience. @param breaker Of this host alone. */
  constructor(baseUrl: string, limits: Partial<ProviderLimits> = {}, breaker = new HostBreaker()) {
    this.#url = new URL(`${baseUrl}/chat/completions`);
    this.#limits = { ...LIMITS, ...limits };
    this.#calls = new FairSemaphore({ capacity: this.#limits.maxInFlight });
    this.#breaker = breaker;
  }

  /** One call with the caller's key. @throws ProviderFailure */
  async complete(siteId: bigint, key: Secret, prompt: Prompt): Promise<Completion> {
    const { totalMs } = this.#limits;
    const endMs = performance.now() + totalMs;
    // Before the line: those in front may hang.
    if (this.#breaker.isRefusing(siteId)) throw new ProviderFailure('resting');
    const release = await this.#calls.acquire(siteId, AbortSignal.timeout(totalMs)).catch(() => {
      throw new ProviderFailure('busy');
    });
    try {
      const timeoutMs = Math.max(1, endMs - performance.now());
      const hadTooLittleTime = timeoutMs < totalMs / 2;
      const done = await this.#breaker.run(
        siteId,
        async () => readCompletion(await this.#send(key, prompt, timeoutMs)),
        (error) => classifyError(error, hadTooLittleTime),
      );
      if (done === null) throw new ProviderFailure('resting');
      return done.result;
    } finally {
      release();
    }
  }

  #send(key: Secret, { model, messages, maxTokens }: Prompt, timeoutMs: number): Promise<Uint8Array> {
    const body = Buffer.from(writeJson({ model, messages, max_tokens: maxTokens }));
    const { connectMs, maxBytes } = this.#limits;
    const isTls = this.#url.protocol === 'https:';
    return new Promise((resolve, reject) => {
      // A connection of its own, so that no answer of another call can be left in it. Node follows no redirect.
      const call = (isTls ? https : http).request(this.#url, {
        method: 'POST',
        agent: false,
        headers: {
          Authorization: `Bearer ${key.reveal()}`,
          'Content-Type': 'application/json',
          'Content-Length': body.length,
          Accept: 'application/json',
          'User-Agent': 'SupportConsole-Copilot/1',
        },
      });
      const end = (settle: () => void) => {
        clearTimeout(connecting);
        clearTimeout(waiting);
        settle();
        call.destroy();
      };
      const fail = (failure: ProviderFailure) => end(() => reject(failure));
      const connecting = setTimeout(() => fail(new ProviderFailure('unreachable')), Math.min(connectMs, timeoutMs));
      const waiting = setTimeout(() => fail(new ProviderFailure('timeout')), timeoutMs);
      let isConnected = false;
      call.on('socket', (socket) => {
        socket.once(isTls ? 'secureConnect' : 'connect', () => {
          isConnected = true;
          clearTimeout(connecting);
        });
      });
      call.on('error', () => fail(new ProviderFailure(isConnected ? 'broken' : 'unreachable')));
      call.on('response', (answer) => {
        const refusal = refusalOf(answer.statusCode ?? 0);
        if (refusal !== null) return fail(refusal);
        const chunks: Buffer[] = [];
        let length = 0;
        answer.on('data', (chunk: Buffer) => {
          length += chunk.length;
          if (length > maxBytes) fail(new ProviderFailure('too_large'));
          else chunks.push(chunk);
        });
        answer.on('end', () => end(() => resolve(Buffer.concat(chunks))));
        // Broken off in the middle: there is no end.
        answer.on('close', () => fail(new ProviderFailure('broken')));
        answer.on('error', () => fail(new ProviderFailure('broken')));
      });
      call.end(body);
    });
  }
}

/** @param hadTooLittleTime The call spent its time in line: that it had too little left is not the host's fault. */
function classifyError(error: unknown, hadTooLittleTime: boolean): HostVerdict {
  if (!(error instanceof ProviderFailure)) return 'unknown';
  if (!error.isOfHost) return 'answered';
  return hadTooLittleTime ? 'unknown' : 'failed';
}

function refusalOf(status: number): ProviderFailure | null {
  if (status >= 200 && status < 300) return null;
  return new ProviderFailure(status >= 300 && status < 400 ? 'redirect' : 'refused', status);
}
