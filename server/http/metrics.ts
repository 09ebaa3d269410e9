import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { sql, type Database } from '#server/db/db.ts';
import type { SemaphoreLoad } from '#server/fair-semaphore.ts';
import { readBuild } from './build-info.ts';

const TIMEOUT_MS = 2000;
/** How long a response is reused. */
const REUSE_MS = 1000;

interface Sources {
  readonly cachedTokens: () => number;
  readonly tokenHits: () => number;
  readonly tokenMisses: () => number;
}

interface WebhookSources {
  readonly inFlight: () => number;
  readonly waiting: () => Promise<number>;
  readonly load: () => SemaphoreLoad;
}

/** Collects the metrics of /metrics (Prometheus text). Labels never contain client input. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests: Counter<'resource' | 'method' | 'status'>;
  readonly #seconds: Histogram<'resource' | 'method'>;
  readonly #limited: Counter;
  readonly #refused: Counter;
  readonly #webhooks: Counter<'outcome'>;
  readonly #webhookSeconds: Histogram;
  readonly #quotaUsed: Gauge<'quota'>;
  readonly #quotaLargest: Gauge<'quota'>;
  readonly #quotaWaiting: Gauge<'quota'>;
  readonly #quotas = new Map<string, () => SemaphoreLoad>();
  #latest: { readonly collectedMs: number; readonly text: Promise<string> } | null = null;

  constructor(withProcess: boolean) {
    const registers = [this.registry];
    this.#requests = new Counter({
      name: 'support_console_requests_total',
      help: 'API calls answered',
      labelNames: ['resource', 'method', 'status'],
      registers,
    });
    this.#seconds = new Histogram({
      name: 'support_console_request_seconds',
      help: 'Time from the request to its answer',
      labelNames: ['resource', 'method'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    });
    this.#limited = new Counter({
      name: 'support_console_rate_limited_total',
      help: 'API calls refused because the allowance was used up',
      registers,
    });
    this.#refused = new Counter({
      name: 'support_console_unauthorized_total',
      help: 'API calls without a token that is good',
      registers,
    });
    this.#webhooks = new Counter({
      name: 'support_console_webhook_attempts_total',
      help: 'Attempts to deliver a webhook, by outcome',
      labelNames: ['outcome'],
      registers,
    });
    this.#webhookSeconds = new Histogram({
      name: 'support_console_webhook_attempt_seconds',
      help: 'Time that an attempt to deliver a webhook took',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
      registers,
    });
    const build = readBuild();
    new Gauge({
      name: 'support_console_build_info',
      help: 'Always 1; its labels say what runs',
      labelNames: ['version', 'node', 'revision'],
      registers,
    }).set({ ...build }, 1);
    this.#quotaUsed = new Gauge({
      name: 'support_console_quota_used_ratio',
      help: 'What all sites use of a place that they share; 1 leaves nothing for any site',
      labelNames: ['quota'],
      registers,
      collect: () => this.#readQuotas(),
    });
    this.#quotaLargest = new Gauge({
      name: 'support_console_quota_largest_site_ratio',
      help: 'What the site that uses most has of what one site alone may use; 1 makes that site wait',
      labelNames: ['quota'],
      registers,
    });
    this.#quotaWaiting = new Gauge({
      name: 'support_console_quota_waiting',
      help: 'Calls that wait for such a place',
      labelNames: ['quota'],
      registers,
    });
    if (withProcess) collectDefaultMetrics({ register: this.registry });
  }

  /** Collects at most once a second, so that frequent scrapers do not load the database. */
  read(monotonicMs: number): Promise<string> {
    if (this.#latest === null || monotonicMs - this.#latest.collectedMs >= REUSE_MS) {
      this.#latest = { collectedMs: monotonicMs, text: this.registry.metrics() };
    }
    return this.#latest.text;
  }

  watchTokens({ cachedTokens, tokenHits, tokenMisses }: Sources): void {
    this.#gauge('support_console_token_cache_size', 'Tokens held in memory', cachedTokens);
    this.#counter('support_console_token_cache_hits_total', 'Calls whose token was in memory', tokenHits);
    const help = 'Calls whose token was read from the database';
    this.#counter('support_console_token_cache_misses_total', help, tokenMisses);
  }

  watchDatabase(database: Database): void {
    const load = (part: 'connections' | 'idle' | 'waiting') => () => database.load()[part];
    this.#gauge('support_console_database_connections', 'Open sessions with the database', load('connections'));
    this.#gauge('support_console_database_idle', 'Idle sessions', load('idle'));
    this.#gauge('support_console_database_waiting', 'Calls waiting for a session', load('waiting'));
    const help =
      'Time of the smallest statement just now, including its wait for a session; NaN without an answer in 2 s';
    this.#gauge('support_console_database_seconds', help, () => timeStatement(database));
  }

  #gauge(name: string, help: string, read: () => number | Promise<number>): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        gauge.set(await read());
      },
    });
  }

  /** A counter that is kept elsewhere. */
  #counter(name: string, help: string, read: () => number): void {
    const counter: Counter = new Counter({
      name,
      help,
      registers: [this.registry],
      collect() {
        counter.reset();
        counter.inc(read());
      },
    });
  }

  /** @param quota Its name in docs/operating.md, "Fairness between sites". */
  watchQuota(quota: string, load: () => SemaphoreLoad): void {
    this.#quotas.set(quota, load);
  }

  #readQuotas(): void {
    for (const [quota, load] of this.#quotas) {
      const { used, largest, waiting } = load();
      this.#quotaUsed.set({ quota }, used);
      this.#quotaLargest.set({ quota }, largest);
      this.#quotaWaiting.set({ quota }, waiting);
    }
  }

  watchWebhooks({ inFlight, waiting, load }: WebhookSources): void {
    this.watchQuota('webhooks', load);
    const registers = [this.registry];
    new Gauge({
      name: 'support_console_webhook_in_flight',
      help: 'Webhooks that are being sent now',
      registers,
      collect() {
        this.set(inFlight());
      },
    });
    new Gauge({
      name: 'support_console_webhook_queue_pending',
      help: 'Webhooks still to be delivered, over all sites',
      registers,
      async collect() {
        // Without the database the other figures are still reported.
        this.set(await waiting().catch(() => Number.NaN));
      },
    });
  }

  /** @param outcome `succeeded` or a code of the delivery log. */
  countWebhook(outcome: string, ms: number): void {
    this.#webhooks.inc({ outcome });
    this.#webhookSeconds.observe(ms / 1000);
  }

  /** @param resource A name of the contract, or `other`. */
  countCall(resource: string, method: string, status: number, ms: number): void {
    this.#requests.inc({ resource, method, status });
    this.#seconds.observe({ resource, method }, ms / 1000);
    if (status === 429) this.#limited.inc();
    if (status === 401) this.#refused.inc();
  }
}

/** Returns NaN after a timeout, so that a scraper does not wait for a hanging database. */
async function timeStatement({ unbound }: Database): Promise<number> {
  const startedMs = performance.now();
  const late = new Promise<number>((resolve) => {
    setTimeout(resolve, TIMEOUT_MS, Number.NaN).unref();
  });
  const asked = unbound.query(sql`select 1 as one`).then(
    () => (performance.now() - startedMs) / 1000,
    () => Number.NaN,
  );
  return Promise.race([asked, late]);
}
