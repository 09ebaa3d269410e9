import type { Page, Route } from '@playwright/test';
import type { Random } from '#server/demo/random.ts';
import { intercept } from '#e2e/support/intercept.ts';
import type { OwnSite } from '#e2e/support/service.ts';
import { wait } from '#tools/keys/wait.ts';

const MAX_DELAY_MS = 2_000;
/** However busy the machine is. */
const ANSWER_MS = 90_000;
/** How many of a hundred writes fail in each way. */
const FAILING_PERCENT = 4;

/** The values that another person sets while the keys are pressed. */
export const ELSEWHERE = { status: 'pending', priority: 'low' } as const;

export interface Disturbed {
  /** Calls that write and have no answer yet. */
  readonly underWay: () => number;
  /** When the last answer to one went out, in ms of `performance.now()`. */
  readonly lastAnswerMs: () => number;
}

interface Ways {
  readonly random: Random;
  readonly isDelayed: boolean;
  readonly isFailing: boolean;
}

/** Lets each call of the page wait up to two seconds, before or after the service has had it, and some fail. */
export async function disturb(page: Page, site: OwnSite, { random, isDelayed, isFailing }: Ways): Promise<Disturbed> {
  let underWay = 0;
  let lastAnswerMs = performance.now();
  const delay = (): Promise<void> => wait(isDelayed ? random.integer(0, MAX_DELAY_MS) : 0);

  async function answer(route: Route, isWrite: boolean): Promise<void> {
    const way = isWrite && isFailing ? random.integer(0, 99) : 100;
    const isBefore = random.chance(0.5);
    if (isBefore) await delay();
    if (way < FAILING_PERCENT) {
      const json = { ok: false, error: { code: 'unavailable', message: 'not now' } };
      return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json });
    }
    // The connection is lost before the service has had it, or after.
    if (way < 2 * FAILING_PERCENT) return route.abort('connectionreset');
    if (way >= 2 * FAILING_PERCENT && way < 3 * FAILING_PERCENT) await changeElsewhere(route);
    if (!isBefore && !isWrite) await delay();
    // A page gives up what it reads when it has gone on: only what it writes has to be followed to its end.
    if (!isWrite) return route.continue();
    const response = await route.fetch({ timeout: ANSWER_MS });
    if (!isBefore) await delay();
    if (way >= 3 * FAILING_PERCENT && way < 4 * FAILING_PERCENT) return route.abort('connectionreset');
    return route.fulfill({ response });
  }

  async function changeElsewhere(route: Route): Promise<void> {
    const id = /"(?:ticket_)?id":"?(\d+)/.exec(route.request().postData() ?? '')?.[1];
    if (id !== undefined)
      await site.call('PATCH', 'ticket', { token: site.token, body: { id: Number(id), ...ELSEWHERE } });
  }

  await intercept(page, /\/v1\/api\.ashx/, async (route) => {
    const isWrite = route.request().method() !== 'GET';
    if (isWrite) underWay += 1;
    try {
      await answer(route, isWrite);
    } catch (error) {
      // A call that the page itself gave up, or one that was under way at the end of the test.
      if (
        !(error instanceof Error) ||
        !/closed|disposed|aborted|handled|Invalid InterceptionId|ECONN|hang up/i.test(error.message)
      )
        throw error;
    } finally {
      if (isWrite) {
        underWay -= 1;
        lastAnswerMs = performance.now();
      }
    }
  });
  return { underWay: () => underWay, lastAnswerMs: () => lastAnswerMs };
}
