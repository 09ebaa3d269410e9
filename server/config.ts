import path from 'node:path';
import * as z from 'zod/mini';
import { isExactOrigin, isLoopback } from '#contract/exact-origin.ts';
import { weaknessOf } from '#server/secrets/app-keys.ts';

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** Prices of one model in USD per million tokens. */
export interface AiPrice {
  readonly inputUsd: number;
  readonly outputUsd: number;
}

/** The validated configuration. docs/operating.md describes its environment variables. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** Null if the owner has no separate login. */
  readonly databaseOwnerUrl: string | null;
  readonly databaseDirectUrl: string | null;
  readonly demo: boolean;
  readonly extensions: boolean;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly aiProviderBaseUrl: string | null;
  readonly aiPrices: ReadonlyMap<string, AiPrice>;
  readonly aiDefaultModel: string | null;
  readonly upstreamBaseUrl: string | null;
  readonly apiOrigins: readonly string[];
  readonly embedOrigins: readonly string[];
  readonly corsOrigins: readonly string[];
  readonly trustProxy: number;
  readonly webhookAllowPrivate: boolean;
  readonly appSecret: string | null;
  readonly appSecretPrevious: string | null;
  readonly metricsToken: string | null;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/** A variable with a wrong value. The message is one line that begins with its name and never has the value of a secret. */
export class ConfigError extends Error {
  readonly variable: string;

  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}`);
    this.name = 'ConfigError';
    this.variable = variable;
  }
}

type Variables = Readonly<Record<string, string | undefined>>;

export function readVariables(): Variables {
  return process.env;
}

const integer = (least: number, most: number) =>
  z.pipe(
    z.string().check(
      z.refine((text) => /^[0-9]{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most, {
        error: `must be an integer from ${least} to ${most}`,
      }),
    ),
    z.transform(Number),
  );

const flag = z.pipe(
  z.enum(['0', '1'], { error: 'must be 0 or 1' }),
  z.transform((text) => text === '1'),
);

const secret = z.string().check(
  z.refine((text) => weaknessOf(text) === null, {
    error: ({ input }) => (typeof input === 'string' ? weaknessOf(input) : null) ?? 'is not valid',
  }),
);

/** Sent in a header, so only printable ASCII without spaces is valid. */
const metricsToken = z.string().check(
  z.refine((text) => /^[!-~]{16,500}$/.test(text), {
    error: 'must have at least 16 characters, without blanks',
  }),
);

const plainText = z.string().check(z.refine((text) => !/[\s\p{Cc}]/u.test(text), { error: 'must not contain spaces' }));

function readUrl(text: string, protocols: readonly string[]): URL | null {
  const url = URL.parse(text);
  return url !== null && protocols.includes(url.protocol) && url.hostname !== '' ? url : null;
}

/** An http or https address without user, query and fragment. Drops trailing slashes. */
const baseUrl = z.pipe(
  plainText.check(
    z.refine(
      (text) => {
        const url = readUrl(text, ['http:', 'https:']);
        return url !== null && url.username === '' && url.password === '' && !/[?#]/.test(text);
      },
      { error: 'must be an http or https address without user, query or fragment' },
    ),
  ),
  z.transform((text) => text.replace(/\/+$/, '')),
);

/** Requests send a key, so they need TLS. */
const providerUrl = z.pipe(
  baseUrl,
  z.string().check(
    z.refine(
      (text) => {
        const url = readUrl(text, ['http:', 'https:']);
        return url !== null && (url.protocol === 'https:' || isLoopback(url.hostname));
      },
      { error: 'must be an https address, or http on loopback' },
    ),
  ),
);

/** An address with a Unix socket has the socket's folder as the parameter `host`. */
const SOCKET_URL = /^postgres(ql)?:\/\/\/\w+\?host=\//;

const databaseUrl = z.string().check(
  z.refine((text) => readUrl(text, ['postgres:', 'postgresql:']) !== null || SOCKET_URL.test(text), {
    error: 'must be an address such as postgres://user:password@host:5432/database',
  }),
);

const origins = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.split(' ').filter((part) => part !== '')),
  ),
  z.array(
    z.string().check(
      z.refine(isExactOrigin, {
        error:
          'must be exact origins separated by spaces, such as https://intranet.example (https, or http on loopback, without a path or *)',
      }),
    ),
  ),
);

const price = z.number().check(z.gte(0));
const aiPrices = z.record(z.string().check(z.minLength(1)), z.strictObject({ input: price, output: price }));
const PRICES_SHAPE = 'must be JSON such as {"model":{"input":0.15,"output":0.6}}, in USD per million tokens';

/**
 * Reads the variables. An empty one counts as absent.
 * @throws ConfigError naming the first variable with a wrong value.
 */
export function readConfig(env: Variables = readVariables()): Config {
  const read = <Value>(variable: string, schema: z.ZodMiniType<Value, string>, absent: NoInfer<Value>): Value => {
    const text = env[variable];
    if (text === undefined || text === '') return absent;
    const parsed = schema.safeParse(text);
    if (!parsed.success) throw new ConfigError(variable, parsed.error.issues[0]?.message ?? 'is not valid');
    return parsed.data;
  };
  const orNull = <Value>(variable: string, schema: z.ZodMiniType<Value, string>): Value | null =>
    read<Value | null>(variable, schema, null);

  const port = read('PORT', integer(0, 65_535), 8080);
  const host = read('HOST', plainText, '127.0.0.1');
  const upstreamBaseUrl = orNull('UPSTREAM_BASE_URL', baseUrl);
  const url = orNull('DATABASE_URL', databaseUrl);
  const ownerUrl = orNull('DATABASE_OWNER_URL', databaseUrl);
  if (ownerUrl !== null && url === null) {
    throw new ConfigError('DATABASE_OWNER_URL', 'must come with DATABASE_URL, the login of the service');
  }
  const directUrl = orNull('DATABASE_DIRECT_URL', databaseUrl);
  if (directUrl !== null && url === null) {
    throw new ConfigError('DATABASE_DIRECT_URL', 'must come with DATABASE_URL, the address of the pooler');
  }
  const appSecret = orNull('APP_SECRET', secret);
  if (url !== null && upstreamBaseUrl === null && appSecret === null) {
    throw new ConfigError(
      'APP_SECRET',
      'is required with DATABASE_URL: at least 32 characters, at least 8 different ones, the same on every node',
    );
  }
  const prices = readPrices(env['AI_PRICES']);
  return {
    port,
    host,
    dataDir: path.resolve(read('DATA_DIR', z.string(), './data')),
    databaseUrl: url,
    databaseOwnerUrl: ownerUrl === url ? null : ownerUrl,
    databaseDirectUrl: directUrl === url ? null : directUrl,
    demo: read('DEMO', flag, false),
    extensions: read('EXTENSIONS', flag, true),
    publicUrl: read('PUBLIC_URL', baseUrl, listenUrl(host, port)),
    aiProviderBaseUrl: orNull('AI_PROVIDER_BASE_URL', providerUrl),
    aiPrices: prices,
    aiDefaultModel: readDefaultModel(orNull('AI_DEFAULT_MODEL', plainText), prices),
    upstreamBaseUrl,
    apiOrigins: read('API_ORIGINS', origins, []),
    embedOrigins: read('EMBED_ORIGINS', origins, []),
    corsOrigins: read('CORS_ORIGINS', origins, []),
    trustProxy: read('TRUST_PROXY', integer(0, 100), 0),
    webhookAllowPrivate: read('WEBHOOK_ALLOW_PRIVATE', flag, false),
    appSecret,
    appSecretPrevious: orNull('APP_SECRET_PREVIOUS', secret),
    metricsToken: orNull('METRICS_TOKEN', metricsToken),
    logLevel: read('LOG_LEVEL', z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }), 'info'),
  };
}

/** The address at which this machine reaches a listener of its own. */
export function listenUrl(host: string, port: number): string {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

function readPrices(text: string | undefined): ReadonlyMap<string, AiPrice> {
  if (text === undefined || text === '') return new Map();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ConfigError('AI_PRICES', PRICES_SHAPE);
  }
  const parsed = aiPrices.safeParse(value);
  if (!parsed.success) throw new ConfigError('AI_PRICES', PRICES_SHAPE);
  return new Map(
    Object.entries(parsed.data).map(([model, { input, output }]) => [model, { inputUsd: input, outputUsd: output }]),
  );
}

function readDefaultModel(named: string | null, prices: ReadonlyMap<string, AiPrice>): string | null {
  if (named === null) return prices.keys().next().value ?? null;
  if (prices.size > 0 && !prices.has(named))
    throw new ConfigError('AI_DEFAULT_MODEL', 'must be one of the models of AI_PRICES');
  return named;
}
