import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const messages = defineMessages({
  file: 'bulk bind imports',
  title: 'Imports',
  name: 'Imports',
  none: 'No imports yet',
  noneText: 'Each file you apply appears here with the result of every row.',
  absent:
    'A list of earlier imports, results per row and undo need the extension “bind_jobs”, which this service does not have.',
  column: {
    when: 'When',
    who: 'API token',
    file: 'File',
    rows: 'Rows',
    result: 'Result',
    state: 'State',
    undo: 'Undo',
  },
  hash: (short: string) => `sha-256 ${short}`,
  parts: (n: number, count: string) => plural(n, { one: '1 part', other: `${count} parts` }),
  minted: (n: number, count: string) => plural(n, { one: '1 new customer', other: `${count} new customers` }),
  nothing: 'nothing',
  done: 'Applied',
  undone: 'Undone',
  noRows: 'Rows no longer stored',
  noRowsWhy: 'The results of its rows are no longer stored, so you can’t undo it.',
  undo: 'Undo…',
  undoOf: (when: string) => `Undo the import of ${when}`,
  range: (first: string, last: string, total: string) => `${first} to ${last} of ${total}`,
  previous: 'Newer',
  next: 'Older',
  openRows: (when: string) => `Rows of the import of ${when}`,
  rows: {
    title: (when: string) => `Import of ${when}`,
    back: 'Back to bulk bind',
    by: (who: string) => `Applied with the API token ${who}`,
    name: 'Rows',
    column: { line: 'Line', outcome: 'Result', code: 'Reason', customer: 'Customer' },
    all: 'All',
    tabs: 'Rows by result',
    download: 'Download',
    file: 'bulk bind rows',
    customer: (id: string) => `Customer ${id}`,
    none: 'No rows with this result',
    noneText: 'Choose another result.',
    gone: 'There is no such import',
    goneText: 'It may belong to another site.',
    notStored: 'The rows of this import are no longer stored',
    notStoredText: 'They are kept for 30 days after an import.',
    previous: 'Previous rows',
    next: 'Next rows',
    exportTitle: 'Download rows',
    lead: 'Line, result, reason and customer of each row, as the service reports them.',
    nothing: 'There are no such rows.',
  },
  undoing: {
    title: 'Undo this import?',
    checking: 'Checking what can be undone…',
    unbound: (n: number, count: string) =>
      plural(n, { one: '1 channel will be unbound.', other: `${count} channels will be unbound.` }),
    movedBack: (n: number, count: string) =>
      plural(n, {
        one: '1 channel goes back to the customer who had it before.',
        other: `${count} channels go back to the customers who had them before.`,
      }),
    skipped: (n: number, count: string) =>
      plural(n, {
        one: '1 channel stays as it is: someone has changed it since.',
        other: `${count} channels stay as they are: someone has changed them since.`,
      }),
    kept: (n: number, count: string) =>
      plural(n, {
        one: '1 row cannot be undone: its channel was bound before, so it stays bound.',
        other: `${count} rows cannot be undone: their channels were bound before, so they stay bound.`,
      }),
    minted: (n: number, count: string) =>
      plural(n, {
        one: '1 customer that the import created stays.',
        other: `${count} customers that the import created stay.`,
      }),
    nothing: 'Nothing in it can be undone.',
    confirm: (n: number, count: string) => plural(n, { one: 'Undo 1 channel', other: `Undo ${count} channels` }),
    cancel: 'Cancel',
    close: 'Close',
    done: 'Import undone',
    doneUnbound: (n: number, count: string) =>
      plural(n, { one: '1 channel was unbound.', other: `${count} channels were unbound.` }),
    doneMoved: (n: number, count: string) =>
      plural(n, { one: '1 channel went back.', other: `${count} channels went back.` }),
    doneSkipped: (n: number, count: string) =>
      plural(n, {
        one: '1 channel stayed: someone has changed it since.',
        other: `${count} channels stayed: someone has changed them since.`,
      }),
  },
});
