import * as http from 'node:http';
import * as https from 'node:https';
import { writeJson } from '#contract/json.ts';
import { HostBreaker, type HostVerdict } from '#server/outbound/host-breaker.ts';
import type { AiProvider, Completion, Prompt } from '#server/operation/ai-provider.ts';
import { FairSemaphore, type SemaphoreLoad } from '#server/fair-semaphore.ts';
import type { Secret } from '#server/secrets/secret.ts';
import { ProviderFailure } from './provider-failure.ts';
import { readCompletion } from './read-completion.ts';

export interface ProviderLimits {
  readonly connectMs: number;
  /** From the request to the last byte of the reply, including the time in the queue. */
  readonly totalMs: number;
  readonly maxBytes: number;
  /** For a site that calls alone; other sites can use a quarter of it each in addition. */
  readonly maxInFlight: number;
}

const LIMITS: ProviderLimits = { connectMs: 3_000, totalMs: 30_000, maxBytes: 1_048_576, maxInFlight: 32 };

/**
 * Client of the AI provider that the operator configured (AI_PROVIDER_BASE_URL). The provider may be slow, broken or
 * hostile: no redirects, bounded time and size, only completions are accepted, and a circuit breaker pauses calls to a
 * failing host. Sites share its slots fairly. See docs/api.md, "Copilot" and docs/operating.md, "The AI provider".
 */
export class HttpProvider implements AiProvider {
  readonly #url: URL;
  readonly #limits: ProviderLimits;
  readonly #calls: FairSemaphore;
  readonly #breaker: HostBreaker;

  /** @param limits Overridden by tests. @param breaker The breaker of this host. */
  constructor(baseUrl: string, limits: Partial<ProviderLimits> = {}, breaker = new HostBreaker()) {
    this.#url = new URL(`${baseUrl}/chat/completions`);
    this.#limits = { ...LIMITS, ...limits };
    this.#calls = new FairSemaphore({ capacity: this.#limits.maxInFlight });
    this.#breaker = breaker;
  }

  load(): SemaphoreLoad {
    return this.#calls.load();
  }

  /** Makes one call with the caller's key. @throws ProviderFailure */
  async complete(siteId: bigint, key: Secret, prompt: Prompt): Promise<Completion> {
    const { totalMs } = this.#limits;
    const endMs = performance.now() + totalMs;
    // Check before queueing: calls in front may hang.
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
      // Use a separate connection, so that no data of another reply can be left in it. Node follows no redirects.
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
        clearTimeout(connectTimer);
        clearTimeout(totalTimer);
        settle();
        call.destroy();
      };
      const fail = (failure: ProviderFailure) => end(() => reject(failure));
      const connectTimer = setTimeout(() => fail(new ProviderFailure('unreachable')), Math.min(connectMs, timeoutMs));
      const totalTimer = setTimeout(() => fail(new ProviderFailure('timeout')), timeoutMs);
      let isConnected = false;
      call.on('socket', (socket) => {
        socket.once(isTls ? 'secureConnect' : 'connect', () => {
          isConnected = true;
          clearTimeout(connectTimer);
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
        // The reply was cut off: `end` never comes.
        answer.on('close', () => fail(new ProviderFailure('broken')));
        answer.on('error', () => fail(new ProviderFailure('broken')));
      });
      call.end(body);
    });
  }
}

/** @param hadTooLittleTime The call spent most of its time in the queue, so a timeout is not the host's fault. */
function classifyError(error: unknown, hadTooLittleTime: boolean): HostVerdict {
  if (!(error instanceof ProviderFailure)) return 'unknown';
  if (!error.isHostFault) return 'answered';
  return hadTooLittleTime ? 'unknown' : 'failed';
}

function refusalOf(status: number): ProviderFailure | null {
  if (status >= 200 && status < 300) return null;
  return new ProviderFailure(status >= 300 && status < 400 ? 'redirect' : 'refused', status);
}
