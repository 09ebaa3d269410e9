import type { BrowserContext, Disposable, Page } from '@playwright/test';
import { startInstant } from './start-instant.ts';

const NAME = 'moveTestClock';

/** The time of a test: the service and every page of the test have it, and it runs as fast as the machine's. */
export class TestClock {
  readonly #setService: (now: Date) => Promise<void>;
  readonly #contexts: BrowserContext[] = [];
  readonly #scripts: Disposable[] = [];
  #aheadMs: number;
  #holdsTimers = false;

  constructor(setService: (now: Date) => Promise<void>) {
    this.#setService = setService;
    this.#aheadMs = startInstant().getTime() - Date.now();
  }

  now(): Date {
    return new Date(Date.now() + this.#aheadMs);
  }

  /** As `2026-11-18`, by UTC. @param daysAgo whole days back; the day of now without it */
  date(daysAgo = 0): string {
    return new Date(this.now().getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  }

  /** Moves the service, and the pages that are open or will be opened. */
  async set(instant: Date | string): Promise<void> {
    this.#aheadMs = new Date(instant).getTime() - Date.now();
    await this.#setService(this.now());
    // Pages whose timers are held have Playwright's clock: leap moves them.
    for (const context of this.#holdsTimers ? [] : this.#contexts) {
      await this.#moveLaterPages(context);
      for (const page of context.pages()) {
        for (const frame of page.frames()) await frame.evaluate(moveClock, { name: NAME, aheadMs: this.#aheadMs });
      }
    }
  }

  async advance(ms: number): Promise<void> {
    await this.set(new Date(this.now().getTime() + ms));
  }

  /** Runs `make` at another instant, for instance to have tickets of last week. Call it before a page is open. */
  async as<Result>(instant: Date | string, make: () => Promise<Result>): Promise<Result> {
    const aheadMs = this.#aheadMs;
    await this.#setService(new Date(instant));
    try {
      return await make();
    } finally {
      this.#aheadMs = aheadMs;
      await this.#setService(this.now());
    }
  }

  /** Gives the pages of a context this time. */
  async follow(context: BrowserContext): Promise<void> {
    this.#contexts.push(context);
    await this.#moveLaterPages(context);
  }

  /**
   * Holds the timers of a page until the test runs them by `page.clock`, from the time that it is. To be called before
   * the page is opened. Playwright's clock then takes the place of the moved date, or later pages had the distance twice.
   */
  async holdTimers(page: Page): Promise<void> {
    for (const script of this.#scripts.splice(0)) await script.dispose();
    this.#holdsTimers = true;
    await page.clock.install({ time: this.now() });
  }

  /** Time passes at once, for the service and for a page whose timers are held: those that are due run. */
  async leap(page: Page, ms: number): Promise<void> {
    await this.advance(ms);
    await page.clock.fastForward(ms);
  }

  async #moveLaterPages(context: BrowserContext): Promise<void> {
    this.#scripts.push(await context.addInitScript(moveClock, { name: NAME, aheadMs: this.#aheadMs }));
  }
}

/**
 * Runs in the page. Only the date is moved: timers, frames and idle time stay the browser's own, so that a page under
 * test is as slow and as quick as people have it. `page.clock` is for tests that leap over minutes.
 */
function moveClock({ name, aheadMs }: { readonly name: string; readonly aheadMs: number }): void {
  const known: unknown = Reflect.get(globalThis, name);
  if (typeof known === 'function') {
    known(aheadMs);
    return;
  }
  let ahead = aheadMs;
  const SystemDate = Date;
  class MovedDate extends SystemDate {
    constructor(...parts: [] | [number | string | Date]) {
      if (parts.length === 0) super(SystemDate.now() + ahead);
      else super(...parts);
    }
    static override now(): number {
      return SystemDate.now() + ahead;
    }
  }
  // `Date()` without `new` answers a text.
  globalThis.Date = new Proxy(MovedDate, { apply: () => new MovedDate().toString() }) as unknown as DateConstructor;
  Object.defineProperty(globalThis, name, {
    value: (ms: number) => {
      ahead = ms;
    },
  });
}
