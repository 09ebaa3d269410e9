import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { endRunningCommands, ROOT, runNode } from '#tools/setup/run-command.ts';
import { prepareBrowser } from './run-some.ts';

// Random sequences of keys against a model of what is meant, hundreds of them: CONTRIBUTING.md, "Running tests".

const USAGE = `npm run test:keys -- [--runs N] [--tickets N] [--layout NAMES] [--pace NAMES] [--throttle NUMBERS]
  [--seed N] [--delay] [--fail] [--undo-send SECONDS] [--quota] [--without PARTS] [--actions FILE]`;

const Line = z.object({
  layout: z.string(),
  pace: z.string(),
  throttle: z.number(),
  seed: z.number(),
  total: z.number(),
  wrong: z.array(z.string()),
  keys: z.string(),
  problems: z.array(z.string()),
});
type Line = z.output<typeof Line>;

function readOptions() {
  try {
    return parseArgs({
      options: {
        ...{ runs: { type: 'string', default: '1' }, tickets: { type: 'string', default: '50' } },
        ...{ layout: { type: 'string' }, pace: { type: 'string' }, throttle: { type: 'string' } },
        ...{ seed: { type: 'string', default: '1' }, delay: { type: 'boolean' }, fail: { type: 'boolean' } },
        quota: { type: 'boolean' },
        ...{ 'undo-send': { type: 'string' }, without: { type: 'string' }, actions: { type: 'string' } },
      },
    }).values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : ''}\n${USAGE}`);
    return process.exit(1);
  }
}

function variablesOf(options: ReturnType<typeof readOptions>, report: string): Record<string, string | undefined> {
  return {
    KEYS_REPORT: report,
    KEYS_RUNS: options.runs,
    KEYS_TICKETS: options.tickets,
    KEYS_LAYOUT: options.layout,
    KEYS_PACE: options.pace,
    KEYS_THROTTLE: options.throttle,
    KEYS_SEED: options.seed,
    KEYS_DELAY: options.delay === true ? '1' : undefined,
    KEYS_FAIL: options.fail === true ? '1' : undefined,
    KEYS_UNDO_SEND: options['undo-send'],
    KEYS_QUOTA: options.quota === true ? '1' : undefined,
    KEYS_WITHOUT: options.without,
    KEYS_ACTIONS: options.actions,
  };
}

/** What was wrong in each run, then wrong tickets of all, a row for each layout and pace and a column for each throttle. */
function print(lines: readonly Line[]): void {
  for (const { layout, pace, throttle, seed, wrong, total, keys, problems } of lines) {
    if (wrong.length + problems.length === 0) continue;
    console.log(`\n${layout}, ${pace}, ${throttle}x, --seed ${seed}: ${wrong.length} of ${total} wrong`);
    for (const text of [...wrong, ...problems]) console.log(`  ${text}`);
    if (keys !== '') console.log(`  keys: ${keys}`);
  }
  const throttles = [...new Set(lines.map(({ throttle }) => throttle))];
  console.log(
    `\n| wrong of all | ${throttles.map((rate) => `${rate}x`).join(' | ')} |\n|---|${'---|'.repeat(throttles.length)}`,
  );
  for (const row of new Set(lines.map(({ layout, pace }) => `${layout}, ${pace}`))) {
    const cells = throttles.map((rate) => {
      const own = lines.filter((line) => `${line.layout}, ${line.pace}` === row && line.throttle === rate);
      const sum = (of: (line: Line) => number): number => own.reduce((before, line) => before + of(line), 0);
      return own.length === 0 ? '' : `${sum(({ wrong }) => wrong.length)} of ${sum(({ total }) => total)}`;
    });
    console.log(`| ${row} | ${cells.join(' | ')} |`);
  }
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.on(signal, () => {
    endRunningCommands();
    process.exit(code);
  });
}

const options = readOptions();
if (!(await prepareBrowser())) process.exit(1);
const folder = await mkdtemp(join(tmpdir(), 'support-console-keys-'));
const report = join(folder, 'report.jsonl');
const program = join(ROOT, 'node_modules/@playwright/test/cli.js');
const { code } = await runNode([program, 'test', '--project=alone', '--workers=1', 'e2e/keys'], {
  output: 'show',
  env: variablesOf(options, report),
});
const lines = existsSync(report)
  ? (await readFile(report, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => Line.parse(JSON.parse(line)))
  : [];
print(lines);
await rm(folder, { recursive: true, force: true });
const isWrong = lines.length === 0 || lines.some(({ wrong, problems }) => wrong.length + problems.length > 0);
process.exitCode = code === 0 && !isWrong ? 0 : 1;
