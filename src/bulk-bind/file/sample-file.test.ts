import { expect, test } from 'vitest';
import { CHANNELS } from '#contract/customers.ts';
import { FileEngine } from './file-engine.ts';
import { sampleFile } from './sample-file.ts';

test('BB-01: the sample is matched by itself and has a row of each channel without a doubt', async () => {
  const { handlers } = new FileEngine();
  const opened = await handlers.open([{ name: 'sample.csv', text: sampleFile() }, {}], {});
  if (!opened.isOpen) return expect.fail(opened.problem.code);
  expect(opened.facts.matches.size).toBe(5);
  const summary = await handlers.map([opened.facts.matches, {}], {});
  expect(summary).toMatchObject({ rows: 5, ready: 5, doubtful: 0, rules: [] });
  const { rows } = await handlers.rows([{ view: 'all', from: 0, to: 5 }], {});
  expect(new Set(rows.map(({ cells }) => cells.channel))).toEqual(new Set(CHANNELS));
});
