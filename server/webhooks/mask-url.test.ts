import { afterEach, beforeEach, expect, test } from 'vitest';
import { startWebhookSite, type WebhookSite } from '#server/testing/webhook-site.ts';
import { maskUrl } from './check-webhook-url.ts';

let home: WebhookSite;
beforeEach(async () => {
  home = await startWebhookSite({ resolveHost: () => Promise.reject(new Error('unknown name')) });
});
afterEach(() => home.close());

test.each([
  ['https://example.org/hooks/T0/canary?key=canary', 'https://example.org/***'],
  ['https://example.org:8443/?canary', 'https://example.org:8443/***'],
  ['https://example.org/#canary', 'https://example.org/***'],
  ['https://canary:canary@example.org/', 'https://example.org/'],
  ['https://example.org/', 'https://example.org/'],
  ['canary', '***'],
])('of %s others see %s', (url, masked) => {
  expect(maskUrl(url)).toBe(masked);
});

test('API-webhook_subscriptions-GET shows only scheme and host to tokens that may not change it', async () => {
  const url = 'https://example.org/hooks/T0/canary?key=canary';
  const { id } = await home.subscribe({ url });
  await home.call('PATCH', 'webhook_subscriptions', { id, url: `${url}2` });
  const read = async (...scopes: readonly string[]) => {
    const { token } = await home.service.issueToken(home.site, { scopes });
    const one = await home.service.call('GET', 'webhook_subscriptions', { token, query: { id } });
    const all = await home.service.call('GET', 'webhook_subscriptions', { token });
    expect(all.json.data.items).toEqual(one.json.data.items);
    return one.json.data.items[0].url;
  };
  expect(await read('webhooks:write')).toBe(`${url}2`);
  expect(await read('*')).toBe(`${url}2`);
  expect(await read('read')).toBe('https://example.org/***');
  expect(await read('tokens:write', 'tickets:write')).toBe('https://example.org/***');

  await home.createTicket();
  const { token } = await home.service.issueToken(home.site, { scopes: ['read'] });
  for (const resource of ['webhook_subscriptions', 'webhook_deliveries', 'audit_log', 'health', 'changes']) {
    const answer = await home.service.call('GET', resource, { token });
    expect(answer.text).not.toContain('canary');
  }
});
