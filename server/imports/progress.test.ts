import { expect, test } from 'vitest';
import { Progress } from './progress.ts';

test('progress has rows, rows a second and the share that was read, at most every two seconds and at the end', async () => {
  const lines: string[] = [];
  let ms = 0;
  const progress = new Progress({
    name: 'tickets.ndjson',
    totalBytes: 3_000,
    report: (line) => lines.push(line),
    monotonicMs: () => ms,
  });
  async function* chunks() {
    yield new Uint8Array(1_000);
    yield new Uint8Array(2_000);
  }
  const bytes = progress.watch(chunks());
  await bytes.next();
  ms = 1_999;
  progress.addRows(500);
  expect(lines).toEqual([]);
  ms = 2_000;
  progress.addRows(1_500);
  ms = 3_000;
  progress.addRows(100);
  expect(lines).toEqual(['tickets.ndjson: 2,000 rows, 1,000 rows a second, 33 % read']);
  await bytes.next();
  ms = 4_000;
  progress.end();
  expect(lines.slice(1)).toEqual(['tickets.ndjson: 2,100 rows, 525 rows a second, 100 % read']);
});

test('without a size there is no share', () => {
  const lines: string[] = [];
  const report = (line: string) => lines.push(line);
  new Progress({ name: 'rows', totalBytes: null, report, monotonicMs: () => 0 }).end();
  expect(lines).toEqual(['rows: 0 rows']);
});
