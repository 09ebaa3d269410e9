import { readFileSync } from 'node:fs';
import path from 'node:path';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestService, type TestService } from '#server/testing/service.ts';

let service: TestService;
beforeEach(async () => {
  service = await startTestService({ config: { aiProviderBaseUrl: 'http://127.0.0.1:1/v1' } });
});
afterEach(() => service.close());

/** Names of metrics; a histogram has three more for its series. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
  );
}

test.each(['grafana.json', 'alerts.yaml'])('every metric that deploy/%s names exists', async (file) => {
  const text = readFileSync(path.join(import.meta.dirname, '../../deploy', file), 'utf8');
  const ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  const { payload } = await service.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  const known = [...namesIn(payload), ...namesIn(await ofProcess.metrics())];
  const named = text.match(/\b(?:support_console|process|nodejs)_\w+/g) ?? [];
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test('the dashboard draws every metric of the service', async () => {
  const board = readFileSync(path.join(import.meta.dirname, '../../deploy/grafana.json'), 'utf8');
  const { payload } = await service.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  const own = [...payload.matchAll(/^# TYPE (support_console_\w+) /gm)].map(([, name = '']) => name);
  // A size that calls for no action.
  expect(own.filter((name) => !board.includes(name))).toEqual(['support_console_token_cache_size']);
});
