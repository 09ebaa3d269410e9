import { defineConfig } from '@playwright/test';
import type { WorkerOptions } from './e2e/support/test.ts';
import { CHROMIUM_FLAGS, findChromium } from './tools/browser/find-chromium.ts';

const executablePath = await findChromium();

/**
 * A test's tag says where it runs: `@phone` on a phone, `@document` against a service that has only what the API document
 * has, `@alone` with nothing beside it, for throttled processors. Without such a tag, or with
 * `@desktop` beside one, it runs at 1440 x 900 against the whole service.
 */
export default defineConfig<object, WorkerOptions>({
  testDir: 'e2e',
  globalSetup: './e2e/support/global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // Limit for the whole test: machines differ by a factor of three, and each step has its own limit.
  timeout: 180_000,
  // A limit costs nothing where nothing fails: it is for the slowest machine, and how long a person waits is held by budgets and bench.
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    // One page a worker, put back between tests: a context of its own costs as much as what most tests do in it.
    reuseContext: true,
    headless: true,
    locale: 'en-GB',
    timezoneId: 'UTC',
    colorScheme: 'light',
    actionTimeout: 20_000,
    // Recording every step costs a third of the time: `npx playwright test FILE --trace on` shows a failure step by step.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath === undefined ? {} : { executablePath }) },
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: 'parts/**',
      grep: /^(?!.*@(?:phone|document|alone)\b)|@desktop\b/,
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      grep: /@phone\b/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
    {
      name: 'extensions-off',
      grep: /@document\b/,
      use: { viewport: { width: 1440, height: 900 }, extensions: false },
    },
    // Parts, each on a page that is loaded once: docs/decisions/0025-a-test-has-its-own-site-and-time.md.
    { name: 'parts', testDir: 'e2e/parts', workers: 1 },
    {
      name: 'alone',
      grep: /@alone\b/,
      use: { viewport: { width: 1440, height: 900 }, reuseContext: false },
    },
  ],
});
