import { expect, test } from 'vitest';
import type { CsatSplitRow } from '#contract/csat-reports.ts';
import { splitsFile } from './splits-panel.tsx';

const row = (key: string, responses: number, value: number | null): CsatSplitRow => ({
  ...{ split: 'channel', label: key },
  ...{ key, responses, value },
});

test('CS-13: the file of the splits has each row with that of the period before', () => {
  const file = splitsFile([row('email', 3, 4.5), row('web', 1, 2)], [row('email', 2, 4)], 'mean');
  expect(file.trimEnd().split('\r\n')).toEqual([
    'split,key,label,mean,responses,previous_mean,previous_responses',
    'channel,email,email,4.5,3,4,2',
    'channel,web,web,2,1,,0',
  ]);
});
