import { afterEach, expect, test } from 'vitest';
import { startTestService, type TestService } from '#server/testing/service.ts';

const MESSAGE = 'a proxy is in front, and TRUST_PROXY is 0: limits by address count the proxy';
let service: TestService;
afterEach(() => service.close());

async function start(trustProxy: number): Promise<string[]> {
  const lines: string[] = [];
  service = await startTestService({ log: (text) => lines.push(text), config: { trustProxy } });
  return lines;
}

const ask = (url: string, headers: Record<string, string>) => service.app.inject({ url, headers });

test.each(['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Proto', 'X-Real-IP', 'Via'])(
  'the log reports once that %s arrives while no proxy is trusted, without its value',
  async (name) => {
    const lines = await start(0);
    await ask('/livez', { 'x-requested-with': 'me', 'user-agent': 'me' });
    expect(lines).toEqual([]);
    for (const url of ['/v1/api.ashx?resource=whoami', '/livez', '/', '/portal/session']) {
      await ask(url, { [name]: '203.0.113.77' });
    }
    const told = lines.filter((line) => line.includes(MESSAGE));
    expect(told).toHaveLength(1);
    expect(JSON.parse(told[0] ?? '')).toMatchObject({ level: 'warn', headers: [name.toLowerCase()] });
    expect(told[0]).not.toContain('203.0.113.77');
  },
);

test('with a trusted proxy nothing is reported', async () => {
  const lines = await start(1);
  await ask('/livez', { 'x-forwarded-for': '203.0.113.77', via: '1.1 proxy' });
  expect(lines.filter((line) => line.includes(MESSAGE))).toEqual([]);
});
