import type { Page } from '@playwright/test';
import { startTestService, type OwnSite } from '#e2e/support/service.ts';
import { test as base } from '#e2e/support/test.ts';
import { completionOf, sendCompletion, startFakeProvider, type FakeProvider } from '#server/testing/fake-provider.ts';

export const KEY = 'sk-canary-4f9a1c77e2b84d06';

/** Tests of a service with an AI provider, which each test tells what to answer. */
export const test = base.extend<{ provider: FakeProvider }, { workerProvider: FakeProvider }>({
  workerProvider: [
    async ({}, use) => {
      const provider = await startFakeProvider();
      await use(provider);
      await provider.close();
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ extensions, workerProvider, portalHost }, use) => {
      const env = {
        EMBED_ORIGINS: portalHost.origin,
        AI_PROVIDER_BASE_URL: workerProvider.baseUrl,
        AI_PRICES: '{"lumen-small-1":{"input":1,"output":2},"lumen-large-2":{"input":10,"output":20}}',
      };
      const service = await startTestService({ extensions, env });
      await use(service);
      await service.remove();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  provider: async ({ workerProvider }, use) => {
    workerProvider.calls.length = 0;
    answerWith(workerProvider, 'Hello Maren, we look into it.');
    await use(workerProvider);
  },
});

export function answerWith(provider: FakeProvider, content: string): void {
  provider.behave = (response) => sendCompletion(response, completionOf(content));
}

/** The transcript and tone of the provider's last call. */
export function lastTold(provider: FakeProvider): string {
  return String(provider.calls.at(-1)?.body.messages[1].content);
}

export const copilot = (page: Page) => page.getByRole('region', { name: 'Copilot', exact: true });
export const draft = (page: Page) => copilot(page).getByRole('region', { name: 'AI draft' });

/** Enters the key of the AI provider in the open copilot. */
export async function enterKey(page: Page, key = KEY): Promise<void> {
  await copilot(page).getByRole('textbox', { name: 'Key of your AI provider' }).fill(key);
  await page.keyboard.press('Enter');
}

export async function saveReply(site: OwnSite, title: string, body: string): Promise<void> {
  await site.call('POST', 'saved_replies', { body: { title, body } });
}
