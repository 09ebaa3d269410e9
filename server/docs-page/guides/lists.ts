import { curl } from '#server/docs-page/curl.ts';
import type { Operation } from '#contract/operation.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { anchorOf } from '#server/docs-page/families.ts';
import { html } from '#server/docs-page/html.ts';
import { program } from '#server/docs-page/listing.ts';
import type { Guide } from './guide.ts';

export const LISTS: Guide = {
  id: 'lists',
  title: 'Lists, pages and CSV',
  purpose: 'limit and skip, total_count, lists that do not move, CSV files.',
  body: (baseUrl) =>
    html`<p>
        A list answers <code>items</code> and <code>total_count</code>. <code>limit</code> (1 to 200, default 50; 25 for
        <code>tickets</code>) and <code>skip</code> choose a page. Entries that are equal in the order are ordered by
        id, so pages do not overlap. A page past the end is empty and still has the total.
      </p>
      <p>
        New tickets come first, so a list read over several calls would move. Read it up to now, with
        <code>created_to</code>, which is exclusive:
      </p>
      ${program('every-ticket.mjs')}
      <p>
        Counting can cost more than the page: <code>count=0</code> answers <code>tickets</code> with
        <code>total_count</code> null. To be informed of changes, use <a href="#webhooks">webhooks</a> rather than
        reading the list again and again.
      </p>
      <h3 id="csv">CSV</h3>
      <p>
        ${csvRows().map((row, at) => html`${at === 0 ? '' : ', '}<a href="#${anchorOf(row)}">${row.resource}</a>`)} also
        answer a file with <code>format=csv</code>: UTF-8 without BOM, CRLF, a header row with the names of the JSON
        fields. <code>limit</code> and <code>skip</code> hold as in JSON; <code>all=1</code> (not for
        <code>ai_insights</code>) answers the whole filtered list as a stream. A text that a spreadsheet would run as a
        formula begins with an added <code>'</code>.
      </p>
      ${curl(`${baseUrl}/tickets?status=open&format=csv&all=1`, ['--output', 'tickets.csv'])}`,
};

function csvRows(): readonly Operation[] {
  return Object.values<Operation>(OPERATIONS).filter(({ csv }) => csv !== null);
}
