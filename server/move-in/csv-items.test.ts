import { expect, test } from 'vitest';
import { CsvItems } from './csv-items.ts';
import { csvKindOf, guessColumns } from './sources/csv.ts';

function read(text: string) {
  const items = new CsvItems();
  return [...items.push(Buffer.from(text)), ...items.end()];
}

test('rows are objects by the header, with commas, semicolons or tabs between cells', () => {
  for (const delimiter of [',', ';', '\t']) {
    const text = `\uFEFFTicket ID${delimiter}Body\r\n1${delimiter}"a ""b""\r\n${delimiter}c"\r\n2\r\n3${delimiter}d${delimiter}e`;
    expect(read(text)).toEqual([
      { line: 2, value: { 'Ticket ID': '1', Body: `a "b"\r\n${delimiter}c` } },
      { line: 4, value: { 'Ticket ID': '2', Body: '' } },
      { line: 5, problem: 'the row has more cells than the header' },
    ]);
  }
});

test('the columns of the products’ own CSV files are found by their headers', () => {
  const freshdesk =
    'Ticket ID,Subject,Status,Priority,Source,Type,Agent,Group,Created time,Resolved time,Last update time,Tags,Full name,Email,Work phone';
  expect(guessColumns('tickets', freshdesk.split(','))).toEqual({
    id: 'Ticket ID',
    subject: 'Subject',
    status: 'Status',
    priority: 'Priority',
    channel: 'Source',
    requester_name: 'Full name',
    requester_email: 'Email',
    requester_phone: 'Work phone',
    assignee: 'Agent',
    created: 'Created time',
    updated: 'Last update time',
    resolved: 'Resolved time',
    tags: 'Tags',
  });
  const zendesk =
    'Summation column,Id,Requester,Requester id,Requester email,Assignee,Subject,Tags,Status,Priority,Via,Created at,Updated at,Solved at,Satisfaction Score';
  expect(guessColumns('tickets', zendesk.split(','))).toMatchObject({
    id: 'Id',
    requester_name: 'Requester',
    requester_email: 'Requester email',
    channel: 'Via',
    resolved: 'Solved at',
    score: 'Satisfaction Score',
  });
  expect(['tickets-2024.csv', 'Ticket.csv', 'CUSTOMERS.csv', 'comments.csv', 'orders.csv'].map(csvKindOf)).toEqual([
    'tickets',
    'tickets',
    'customers',
    'comments',
    null,
  ]);
});
