import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { findTestPostgres } from './server/testing/find-postgres.ts';

/** `npm run test:faults` sets it for itself: the same trials, many more of them. */
const trials = process.env['SUPPORT_CONSOLE_TRIALS'] === 'long' ? 'long' : 'quick';
/** Inputs of any kind that each row of the contract gets. */
const inputs = Number(process.env['SUPPORT_CONSOLE_INPUTS'] ?? (trials === 'long' ? 10_000 : 50));

const postgres = await findTestPostgres(process.env);
if ('leftOut' in postgres) console.error(`Tests on PostgreSQL are left out: ${postgres.leftOut}.`);

/**
 * The same tests of the service, on one engine. A name that ends in `.pglite.test.ts` or `.postgres.test.ts` is of one
 * engine alone: what it tests is about that engine, or is the same on each, decided before a statement is made. So are
 * refused input, what is said over HTTP or to a provider, and the story that the demo data tells,
 * which is written by operations that are tested on both.
 */
function onEngine(engine: 'pglite' | 'postgres', postgresUrl: string): TestProjectConfiguration {
  const other = engine === 'pglite' ? 'postgres' : 'pglite';
  return {
    test: {
      name: engine,
      include: ['server/**/*.test.ts'],
      exclude: [`server/**/*.${other}.test.ts`],
      globalSetup: ['./server/testing/run-setup.ts'],
      provide: { engine, postgresUrl, trials, inputs },
      // One engine per worker for all its files: a fresh one costs seconds.
      isolate: false,
      pool: 'forks',
      // Generous: a busy machine must not fail what is right.
      testTimeout: 60_000,
      hookTimeout: 180_000,
    },
  };
}

const unit: TestProjectConfiguration = {
  test: {
    name: 'unit',
    include: ['contract/**/*.test.ts', 'src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    provide: { trials },
    isolate: false,
    testTimeout: 20_000,
  },
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [unit, onEngine('pglite', ''), ...('url' in postgres ? [onEngine('postgres', postgres.url)] : [])],
  },
});
