import type { Page } from '@playwright/test';
import { intercept } from './intercept.ts';

/** Keeps the answers to calls of this address back until the answered function is called. */
export async function holdCalls(page: Page, address: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await intercept(page, address, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}
