import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const rows = (n: number, count: string): string => plural(n, { one: '1 row', other: `${count} rows` });

/** The words of every step; each has more of its own beside it. */
export const messages = defineMessages({
  title: 'Bulk bind',
  steps: 'Steps of the import',
  step: { file: 'File', columns: 'Columns', 'dry-run': 'Dry run', apply: 'Apply', result: 'Result' },
  stepDone: '(done)',
  stepOf: (step: string, at: number, of: number) => `${at} of ${of}: ${step}`,
  backTo: (step: string) => `Back to ${step}`,
  startOver: 'Start over',
  counted: (what: string, count: string) => `${what} ${count}`,
  outcome: {
    bound: 'Bound',
    refreshed: 'Refreshed',
    no_identity: 'No customer',
    bad_channel: 'Bad channel',
    failed: 'Failed',
    hint: {
      bound: 'new channels',
      boundDone: 'new channels',
      refreshed: 'bound already, or moved',
      no_identity: 'no email and no phone in the row',
      bad_channel: 'not one of the five channels',
      failed: 'see the samples',
    },
  },
  notDeployed: 'Channels are not deployed on this site',
  notDeployedText: 'No channel can be bound here. Your service operator can deploy them.',
  toCustomers: 'Go to customers',
  readingFile: 'Reading the file',
  leave: {
    title: 'Leave while rows are being applied?',
    text: 'The import pauses after the parts that are on their way. Come back to this page in this tab to resume it; after the tab is closed, choose the same file.',
    leave: 'Pause and leave',
    stay: 'Stay',
  },
});
