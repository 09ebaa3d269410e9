import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '#server/config.ts';
import { isMixed, judgePortal, originsLine } from './embedding-page.tsx';

const OWN = 'https://support.example';

test.each(['https://intranet.example', 'https://intranet.example:8443', 'http://localhost:3000', 'http://[::1]:3000'])(
  '%s can be set, and the service takes it',
  (origin) => {
    expect(judgePortal(origin, OWN)).toBeNull();
    expect(readConfig({ EMBED_ORIGINS: origin }).embedOrigins).toEqual([origin]);
  },
);

test.each([
  ['https://*.example', 'wildcard', null],
  ['https://a.example https://b.example', 'several', null],
  ['intranet.example', 'scheme', 'https://intranet.example'],
  ['intranet.example/support', 'scheme', 'https://intranet.example'],
  ['intranet.example:8443', 'scheme', 'https://intranet.example:8443'],
  ['http://intranet.example', 'http', null],
  ['ftp://intranet.example', 'unreadable', null],
  ['https://', 'unreadable', null],
  ['https://intranet.example/support', 'path', 'https://intranet.example'],
  ['https://intranet.example?a=b', 'path', 'https://intranet.example'],
  ['https://me@intranet.example', 'path', 'https://intranet.example'],
  ['https://intranet.example/', 'spelling', 'https://intranet.example'],
  ['https://Intranet.example:443', 'spelling', 'https://intranet.example'],
])('%s is refused as %s, as the service refuses it', (text, refusal, meant) => {
  expect(judgePortal(text, OWN)).toEqual({ refusal, meant });
  // The service reads several as a list.
  if (refusal !== 'several') expect(() => readConfig({ EMBED_ORIGINS: text })).toThrow(ConfigError);
});

test('this service is no portal of itself', () => {
  expect(judgePortal(OWN, OWN)?.refusal).toBe('own');
});

test('the line keeps the portals that are allowed already, each once', () => {
  expect(originsLine(['https://a.example'], 'https://b.example')).toBe(
    'EMBED_ORIGINS="https://a.example https://b.example"',
  );
  expect(originsLine(['https://a.example'], 'https://a.example')).toBe('EMBED_ORIGINS="https://a.example"');
});

test('a portal on https needs a service on https, but for this computer', () => {
  expect(isMixed('https://intranet.example', 'http://support.example')).toBe(true);
  expect(isMixed('https://intranet.example', 'http://127.0.0.1:8080')).toBe(false);
  expect(isMixed('http://localhost:3000', 'http://support.example')).toBe(false);
});
