import type { Page } from 'playwright';

/** Slow 4G as Lighthouse has it, and a quarter of the machine's speed. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 750_000 / 8 };
const SLOW_DOWN = 4;
const QUIET_MS = 2_500;

/** One opening of a page. Times in ms from the beginning of the navigation. */
export interface Visit {
  readonly paintMs: number;
  /** Time until the awaited element, such as the first row, is painted. */
  readonly shownMs: number;
  /** Total blocking time: the part of each main-thread task beyond 50 ms, throttled clock. */
  readonly blockingMs: number;
  /** The main thread's own time until idle, at the slowed speed. */
  readonly cpuMs: number;
  /** Cumulative layout shift. */
  readonly shift: number;
  readonly scripts: number;
  readonly scriptBytes: number;
  /** Calls of the API, and what they answered before compression. */
  readonly calls: number;
  readonly answerBytes: number;
}

declare global {
  interface Window {
    visit: { shownMs: number; blockingMs: number; shift: number };
  }
}

/** Runs in the page before anything else. */
function watchVisit(shown: string): void {
  window.visit = { shownMs: 0, blockingMs: 0, shift: 0 };
  const observer = new MutationObserver(() => {
    if (document.querySelector(shown) === null) return;
    observer.disconnect();
    // After the frame in which it is painted.
    requestAnimationFrame(() => setTimeout(() => (window.visit.shownMs = performance.now())));
  });
  observer.observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('value' in entry && typeof entry.value === 'number') window.visit.shift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.visit.blockingMs += duration - 50;
  }).observe({ type: 'longtask', buffered: true });
}

interface VisitOptions {
  readonly clearCache: boolean;
  /** A selector of what is waited for. */
  readonly shown: string;
}

const watched = new WeakSet<Page>();

/** Opens an address slowly and waits until the page has been quiet for a while. */
export async function visitSlowly(page: Page, url: string, { clearCache, shown }: VisitOptions): Promise<Visit> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  if (clearCache) await session.send('Network.clearBrowserCache');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  if (!watched.has(page)) await page.addInitScript(watchVisit, shown);
  watched.add(page);
  const seen = { scripts: new Set<string>(), calls: 0, answerBytes: 0, bytes: 0, lastAt: 0 };
  const types = new Map<string, string>();
  session.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    seen.lastAt = performance.now();
    const isCall = request.url.includes('/v1/');
    types.set(requestId, isCall ? 'call' : (type ?? ''));
    if (type === 'Script') seen.scripts.add(request.url);
    if (isCall) seen.calls += 1;
  });
  session.on('Network.dataReceived', ({ requestId, dataLength }) => {
    if (types.get(requestId) === 'call') seen.answerBytes += dataLength;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    seen.lastAt = performance.now();
    if (types.get(requestId) === 'Script') seen.bytes += encodedDataLength;
  });
  // Another document, or an address that differs in its fragment alone would load nothing.
  await page.goto('about:blank');
  const before = await cpuSeconds(session);
  await page.goto(url);
  await page.locator(shown).first().waitFor();
  while (performance.now() - seen.lastAt < QUIET_MS) await page.waitForTimeout(200);
  const cpuMs = ((await cpuSeconds(session)) - before) * 1000;
  const measured = await page.evaluate(() => ({
    ...window.visit,
    paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
  }));
  await session.detach();
  const { calls, answerBytes, bytes: scriptBytes } = seen;
  return { ...measured, cpuMs, scripts: seen.scripts.size, scriptBytes, calls, answerBytes };
}

async function cpuSeconds(session: Awaited<ReturnType<ReturnType<Page['context']>['newCDPSession']>>): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
}
