import path from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const KEY = 'only the tests know this long key';

test('without variables everything has its default', () => {
  expect(readConfig({})).toEqual({
    port: 8080,
    host: '127.0.0.1',
    dataDir: path.resolve('./data'),
    databaseUrl: null,
    databaseOwnerUrl: null,
    databaseDirectUrl: null,
    demo: false,
    extensions: true,
    publicUrl: 'http://127.0.0.1:8080',
    aiProviderBaseUrl: null,
    aiPrices: new Map(),
    aiDefaultModel: null,
    upstreamBaseUrl: null,
    apiOrigins: [],
    embedOrigins: [],
    corsOrigins: [],
    trustProxy: 0,
    webhookAllowPrivate: false,
    appSecret: null,
    appSecretPrevious: null,
    metricsToken: null,
    logLevel: 'info',
  });
});

test('reads every variable', () => {
  const config = readConfig({
    PORT: '9000',
    HOST: '::',
    DATA_DIR: '/srv/support',
    DATABASE_URL: 'postgres://me@db.example/console',
    DATABASE_OWNER_URL: 'postgres://owner@db.example/console',
    DATABASE_DIRECT_URL: 'postgres://me@server.example/console',
    DEMO: '1',
    EXTENSIONS: '0',
    AI_PROVIDER_BASE_URL: 'http://127.0.0.1:9999/v1/',
    AI_PRICES: '{"small":{"input":0.15,"output":0.6},"large":{"input":3,"output":15}}',
    API_ORIGINS: 'https://api.example',
    EMBED_ORIGINS: 'https://intranet.example  https://portal.example:8443 http://localhost:3000',
    CORS_ORIGINS: 'http://127.0.0.1:5173 http://[::1]:5173',
    TRUST_PROXY: '2',
    WEBHOOK_ALLOW_PRIVATE: '1',
    APP_SECRET: KEY,
    APP_SECRET_PREVIOUS: `${KEY}old`,
    METRICS_TOKEN: 'of-the-scraper-1',
    LOG_LEVEL: 'debug',
  });
  expect(config).toMatchObject({
    port: 9000,
    host: '::',
    dataDir: '/srv/support',
    databaseUrl: 'postgres://me@db.example/console',
    databaseOwnerUrl: 'postgres://owner@db.example/console',
    databaseDirectUrl: 'postgres://me@server.example/console',
    demo: true,
    extensions: false,
    publicUrl: 'http://[::1]:9000',
    aiProviderBaseUrl: 'http://127.0.0.1:9999/v1',
    aiDefaultModel: 'small',
    apiOrigins: ['https://api.example'],
    embedOrigins: ['https://intranet.example', 'https://portal.example:8443', 'http://localhost:3000'],
    corsOrigins: ['http://127.0.0.1:5173', 'http://[::1]:5173'],
    trustProxy: 2,
    webhookAllowPrivate: true,
    appSecret: KEY,
    appSecretPrevious: `${KEY}old`,
    metricsToken: 'of-the-scraper-1',
    logLevel: 'debug',
  });
  expect(config.aiPrices.get('large')).toEqual({ inputUsd: 3, outputUsd: 15 });
  expect(readConfig({ UPSTREAM_BASE_URL: 'https://host.example/' }).upstreamBaseUrl).toBe('https://host.example');
  expect(readConfig({ PUBLIC_URL: 'https://support.example/' }).publicUrl).toBe('https://support.example');
  expect(readConfig({ HOST: '0.0.0.0' }).publicUrl).toBe('http://127.0.0.1:8080');
});

test('an empty variable counts as absent', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', EMBED_ORIGINS: '', AI_PRICES: '' })).toEqual(readConfig({}));
});

const WRONG: readonly (readonly [variable: string, ...values: string[]])[] = [
  ['PORT', 'http', '-1', '65536', '80.5', '0x50', ' 80', '80 '],
  ['HOST', 'a b', 'a\nb'],
  ['DATABASE_URL', 'mysql://db/x', 'localhost', 'postgres://'],
  ['DATABASE_OWNER_URL', 'mysql://db/x', 'postgres://owner@db.example/console'],
  ['DATABASE_DIRECT_URL', 'mysql://db/x', 'postgres://me@server.example/console'],
  ['DEMO', 'true', '2', 'yes'],
  ['EXTENSIONS', 'false', '-1'],
  [
    'PUBLIC_URL',
    'support.example',
    'ftp://support.example',
    'https://a.example/?x=1',
    'https://a.example/#x',
    'https://u:p@a.example',
  ],
  [
    'AI_PROVIDER_BASE_URL',
    '127.0.0.1:9999/v1',
    'file:///etc/passwd',
    'https://a.example/v1?x',
    'https://a b.example',
    'http://a.example/v1',
    'http://10.0.0.7/v1',
    'http://127.0.0.1.evil.example/v1',
    'http://0.0.0.0/v1',
  ],
  [
    'AI_PRICES',
    '{',
    '[]',
    '{"m":{"input":1}}',
    '{"m":{"input":-1,"output":1}}',
    '{"m":{"input":1,"output":1,"x":1}}',
    'null',
  ],
  ['UPSTREAM_BASE_URL', 'host.example', 'ws://host.example', 'https://host.example/?a'],
  ['TRUST_PROXY', 'true', '-1', '1.5', '101'],
  ['WEBHOOK_ALLOW_PRIVATE', 'on'],
  ['APP_SECRET', 'short', KEY.slice(0, 31), 'k'.repeat(32), 'abcdefg'.repeat(6), '🔑'.repeat(16)],
  ['APP_SECRET_PREVIOUS', 'short', 'k'.repeat(40)],
  ['METRICS_TOKEN', 'short', 'fifteen-letters', 'sixteen letters!', 'sixteen-lettersü'],
  ['LOG_LEVEL', 'verbose', 'INFO'],
  ...['API_ORIGINS', 'EMBED_ORIGINS', 'CORS_ORIGINS'].map(
    (variable) =>
      [
        variable,
        '*',
        'https://*.example',
        'https:',
        'http://intranet.example',
        'https://intranet.example/',
        'https://intranet.example/path',
        'https://intranet.example?',
        'https://intranet.example/?x=1',
        'https://intranet.example#x',
        'https://intranet.example;',
        'https://intranet.example; script-src *',
        "https://a.example 'self'",
        "'none'",
        'https://a.example,https://b.example',
        'https://a.example\nhttps://b.example',
        'https://a.example\n',
        'https://a.example\r\nX-Frame-Options: DENY',
        'https://a.example\thttps://b.example',
        'https://A.example',
        'HTTPS://a.example',
        'https://bücher.example',
        'https://a.example:443',
        'https://a.example:',
        'https://a.example:*',
        'https://a.example:65536',
        'http://localhost:80',
        'https://user@a.example',
        'https://user:password@a.example',
        'https://a.example\\',
        'https://"a.example',
        'https://a%2eexample',
        '//intranet.example',
        'wss://intranet.example',
        'data:',
        'file://intranet.example',
        'http://127.1',
        'http://0.0.0.0',
        'http://10.0.0.7',
        'null',
        'intranet.example',
        'http://localhost.evil.example',
        'http://127.0.0.1.evil.example',
      ] as const,
  ),
];

test.each(WRONG.flatMap(([variable, ...values]) => values.map((value) => [variable, value])))(
  '%s=%j is refused in one line that names it',
  (variable, value) => {
    const attempt = () => readConfig({ [variable]: value });
    expect(attempt).toThrow(ConfigError);
    expect(attempt).toThrow(new RegExp(`^${variable} (must|is) [^\n]+$`));
  },
);

test('origins must be as a browser writes them', () => {
  const named = 'https://xn--bcher-kva.example https://[2001:db8::1]:8443 http://127.0.0.2:3000 http://[::1]';
  expect(readConfig({ EMBED_ORIGINS: ` ${named} ` }).embedOrigins).toEqual(named.split(' '));
});

test('a default model must have a price if there are prices', () => {
  const prices = '{"small":{"input":1,"output":1}}';
  expect(() => readConfig({ AI_PRICES: prices, AI_DEFAULT_MODEL: 'other' })).toThrow(/^AI_DEFAULT_MODEL must/);
  expect(readConfig({ AI_DEFAULT_MODEL: 'other' }).aiDefaultModel).toBe('other');
});

test.each(['https://api.example/v1', 'http://localhost:9999/v1', 'http://[::1]:9999/v1', 'http://127.0.0.2/v1'])(
  'the provider may be reached by %s',
  (url) => {
    expect(readConfig({ AI_PROVIDER_BASE_URL: url }).aiProviderBaseUrl).toBe(url);
  },
);

test('DATABASE_URL needs APP_SECRET, except if an upstream serves the API', () => {
  const DATABASE_URL = 'postgresql://127.0.0.1/console';
  expect(() => readConfig({ DATABASE_URL })).toThrow(/^APP_SECRET is required with DATABASE_URL/);
  expect(readConfig({ DATABASE_URL, UPSTREAM_BASE_URL: 'https://host.example' }).appSecret).toBeNull();
});

test('an owner URL equal to DATABASE_URL is ignored', () => {
  const url = 'postgres://me@db.example/console';
  const config = readConfig({ DATABASE_URL: url, DATABASE_OWNER_URL: url, APP_SECRET: KEY });
  expect(config.databaseOwnerUrl).toBeNull();
});

test('no message has the value of a secret', () => {
  expect(() => readConfig({ APP_SECRET: 'hunter2' })).not.toThrow(/hunter2/);
  expect(() => readConfig({ METRICS_TOKEN: 'hunter2' })).not.toThrow(/hunter2/);
  expect(() => readConfig({ DATABASE_URL: 'mysql://me:hunter2@db/x' })).not.toThrow(/hunter2/);
});
