import type { BrowserContext } from '@playwright/test';

/** Everything in the pages of a context that must not happen, as lines to read. */
export class PageProblems {
  readonly #lines: string[] = [];
  readonly #allowed: RegExp[] = [];
  #refusesWrites = false;
  #isOver = false;

  /** Expects lines such as `Failed to load resource: … 401`; for one test, before they happen. */
  allow(...patterns: readonly RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  /** From now on each call that changes something is a problem, but for sessions that begin and end. */
  refuseWrites(): void {
    this.#refusesWrites = true;
  }

  /** The test is over: what its pages do from now on is no part of it. */
  endWatch(): void {
    this.#isOver = true;
  }

  #add(line: string): void {
    if (!this.#isOver) this.#lines.push(line);
  }

  /** Problems that the test did not allow. */
  get unexpected(): readonly string[] {
    return this.#lines.filter((line) => !this.#allowed.some((pattern) => pattern.test(line)));
  }

  /** Listens to every page of the context, those that open later too. */
  async watch(context: BrowserContext): Promise<void> {
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(
          `Policy violation: ${event.effectiveDirective} refused ${event.blockedURI} (${event.sourceFile}:${event.lineNumber})`,
        );
      });
      addEventListener('unhandledrejection', (event) => {
        console.error(`Unhandled rejection: ${String(event.reason)}`);
      });
    });
    context.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      const resource = searchParams.get('resource');
      if (!this.#refusesWrites || request.method() === 'GET' || !pathname.endsWith('/api.ashx')) return;
      if (resource !== 'sessions')
        this.#add(`Written to a site that is only looked at: ${request.method()} ${resource}`);
    });
    context.on('console', (message) => {
      if (message.type() === 'error') this.#add(`Console: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => this.#add(`Uncaught: ${error.error().stack ?? error.error().message}`));
  }
}
