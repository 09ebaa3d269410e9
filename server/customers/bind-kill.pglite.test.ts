import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { copyTemplate } from '#server/testing/database.ts';

const ROWS = 1_500;
const PROGRAM = path.join(import.meta.dirname, '../testing/import-file.ts');
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Runs the import and kills it after so many chunks were begun; answers what it found and, at its end, its reply. */
async function run(dataDir: string, chunks = Number.POSITIVE_INFINITY, waitMs = 0) {
  const child = spawn(process.execPath, [PROGRAM, dataDir, String(ROWS)], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const ended = once(child, 'exit');
  const values: Record<string, number>[] = [];
  let begun = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line !== 'chunk') {
      values.push(JSON.parse(line));
      continue;
    }
    begun += 1;
    // At different places of a chunk's transaction.
    if (begun === chunks) setTimeout(() => child.kill('SIGKILL'), waitMs);
  }
  await ended;
  const [found = {}, reply = null] = values;
  return { found, reply };
}

test('kill -9 in the midst of an import leaves whole rows, and sending the file again does the rest', async () => {
  const dataDir = await copyTemplate();
  let bound = 0;
  for (const [chunks, waitMs] of [
    [1, 0],
    [4, 5],
    [8, 12],
  ] as const) {
    const { found } = await run(dataDir, chunks, waitMs);
    expect(found['handles']).toBeGreaterThanOrEqual(bound);
    const { handles } = found;
    expect(found).toEqual({ handles, customers: handles, alone: 0, counted: handles, kept: handles });
    bound = found['handles'] ?? 0;
  }
  const last = await run(dataDir);
  expect(last.found['handles']).toBeGreaterThan(0);
  const left = ROWS - (last.found['handles'] ?? 0);
  expect(last.reply).toMatchObject({ total_rows: ROWS, bound: left, refreshed: ROWS - left, minted_identity: left });
  const again = await run(dataDir);
  expect(again.found).toEqual({ handles: ROWS, customers: ROWS, alone: 0, counted: ROWS, kept: ROWS });
  expect(again.reply).toMatchObject({ bound: 0, refreshed: ROWS, minted_identity: 0, failed: 0 });
}, 300_000);
