import type { Browser, Page } from 'playwright';
import * as z from 'zod/mini';

const LONG_MS = 50;
const Event = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  dur: z.optional(z.number()),
  tdur: z.optional(z.number()),
  args: z.optional(z.object({ name: z.optional(z.unknown()) })),
});
const Trace = z.object({ traceEvents: z.array(Event) });

interface LongTasks {
  /** Milliseconds of the main thread's own time: other work of the machine does not count. */
  readonly own: readonly number[];
  /** Milliseconds by the clock. */
  readonly wall: readonly number[];
}

/** Traces the page while `work` runs, and answers the tasks of its main thread that took over 50 ms. */
export async function findLongTasks(browser: Browser, page: Page, work: () => Promise<void>): Promise<LongTasks> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] });
  await work();
  const { traceEvents } = Trace.parse(JSON.parse((await browser.stopTracing()).toString()));
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(({ name, pid, tid }) => name === 'RunTask' && mainThreads.has(`${pid} ${tid}`));
  if (tasks.length === 0) throw new Error('The trace holds no tasks');
  const over = (values: readonly (number | undefined)[]): number[] =>
    values.map((microseconds = 0) => microseconds / 1000).filter((milliseconds) => milliseconds > LONG_MS);
  return { own: over(tasks.map(({ tdur }) => tdur)), wall: over(tasks.map(({ dur }) => dur)) };
}
