import type { AiPrice } from '#server/config.ts';

/** The part of the configuration that handling a call needs. */
export interface HttpConfig {
  readonly dataDir: string;
  readonly extensions: boolean;
  readonly publicUrl: string;
  readonly upstreamBaseUrl: string | null;
  readonly apiOrigins: readonly string[];
  readonly embedOrigins: readonly string[];
  readonly corsOrigins: readonly string[];
  readonly trustProxy: number;
  readonly aiProviderBaseUrl: string | null;
  readonly aiPrices: ReadonlyMap<string, AiPrice>;
  readonly aiDefaultModel: string | null;
  readonly webhookAllowPrivate: boolean;
  readonly metricsToken: string | null;
  readonly logLevel: string;
}
