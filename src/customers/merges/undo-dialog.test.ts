import { expect, test } from 'vitest';
import type { KeptRow } from '#contract/customer-merges.ts';
import { groupKept } from './undo-dialog.tsx';

const row = (kind: string, id: string, address: string | null, move: KeptRow['move']): KeptRow => ({
  ...{ kind, id, label: id, address, move },
});

test('ID-10: what came since is one choice an address, the merged customer’s own first; fields cannot be moved', () => {
  const groups = groupKept([
    row('ticket', '1', 'b@home.test', 'possible'),
    row('ticket', '2', 'A@home.test', 'suggested'),
    row('ticket', '3', 'a@home.test', 'suggested'),
    row('note', '4', null, 'possible'),
    row('email', '5', null, 'no'),
  ]);
  expect(groups.map(({ address, isTheirs, rows }) => [address, isTheirs, rows.map(({ id }) => id)])).toEqual([
    ['A@home.test', true, ['2', '3']],
    ['b@home.test', false, ['1']],
    [null, false, ['4']],
  ]);
});
