import { curl } from '#server/docs-page/curl.ts';
import type { Operation } from '#contract/operation.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { anchorOf } from '#server/docs-page/families.ts';
import { codes, html, table } from '#server/docs-page/html.ts';
import { program } from '#server/docs-page/listing.ts';
import type { Guide } from './guide.ts';

export const LISTS: Guide = {
  id: 'lists',
  title: 'Lists, pages and CSV',
  purpose: 'Pagination by limit and skip, total_count, the order, reading everything, CSV files and their columns.',
  words: 'pagination paging page pages cursor offset oldest newest sort order export everything walk iterate',
  body: () =>
    html`<p>
        A list answers <code>items</code> and <code>total_count</code>. <code>limit</code> (1 to 200, default 50; 25 for
        <code>tickets</code>) and <code>skip</code> choose a page. Entries that are equal in the order are ordered by
        id. A page past the end is empty and still has the total. Lists begin with the newest record unless their
        operation says otherwise or <code>order_by</code> has another default.
      </p>
      <h3 id="everything">Reading everything</h3>
      <p>
        A page is a position in the list as it is at that moment. A record that leaves the list between two calls, by
        being erased or by no longer matching a filter, moves all others forward, and the next page misses one. To read
        a whole list without that, ask for it in one answer: <code>format=csv&amp;all=1</code> reads it at one moment.
      </p>
      ${curl('/tickets?format=csv&all=1', ['--output', 'tickets.csv'])}
      <p>
        Tickets as JSON are read by their numbers, which are unique and never change. Each call takes the tickets of 200
        numbers, so that all of them fit into one page and none can move to another:
      </p>
      ${program('every-ticket.mjs')}
      <p>
        A ticket that exists from the beginning to the end is read exactly once. One that is created meanwhile may be
        read too, and one that is erased meanwhile may not. Other filters can be added to the same address.
      </p>
      <p>
        Counting can cost more than the page: <code>count=0</code> answers <code>tickets</code> with
        <code>total_count</code> null. To be informed of changes, use <a href="#webhooks">webhooks</a> rather than
        reading the list again and again.
      </p>
      <h3 id="csv">CSV</h3>
      <p>
        Three lists also answer a file with <code>format=csv</code>: UTF-8 without BOM, CRLF, and a header row.
        <code>limit</code> and <code>skip</code> hold as in JSON; <code>all=1</code> (not for <code>ai_insights</code>)
        answers the whole filtered list as a stream. A text that a spreadsheet would run as a formula begins with an
        added <code>'</code>. The columns, in this order:
      </p>
      ${table(CSV_ROWS, [
        { title: 'File', cell: ({ row }) => html`<a href="#${anchorOf(row)}">${row.resource}</a>` },
        { title: 'Columns', cell: ({ columns }) => codes(columns) },
      ])}`,
};

const CSV_ROWS = Object.values<Operation>(OPERATIONS).flatMap((row) =>
  row.csv === null ? [] : [{ row, columns: row.csv.columns }],
);
