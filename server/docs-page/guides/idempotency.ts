import { curl } from '#server/docs-page/curl.ts';
import type { Operation } from '#contract/operation.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { anchorOf } from '#server/docs-page/families.ts';
import { html } from '#server/docs-page/html.ts';
import type { Guide } from './guide.ts';

export const IDEMPOTENCY: Guide = {
  id: 'idempotency',
  title: 'Repeating a write safely',
  purpose: 'Idempotency-Key: how long a key is kept, and what conflicts.',
  body: (baseUrl) =>
    html`<p>
        If a write gets no answer, it may have been done. Send a key of your own with it, one for each thing that you
        want done, and repeat the call until an answer comes: the write happens once.
      </p>
      ${curl(`${baseUrl}/tickets`, ['--header', 'Idempotency-Key: order-4711-late'], ['--header', 'Content-Type: application/json'], ['--data', '{"subject":"Order 4711 is late"}'])}
      <ul>
        <li>
          The same key and body within 24 hours get the first answer again. A call that failed is not kept: its key may
          be used again.
        </li>
        <li>While the first call still runs, the second waits for it.</li>
        <li>The same key with another body is 409 <code>conflict</code>, and nothing is done.</li>
        <li>A key has 1 to 100 characters and belongs to the token that sent it.</li>
      </ul>
      <p>
        These operations take a key:
        ${keyedRows().map(
          (row, at) => html`${at === 0 ? '' : ', '}<a href="#${anchorOf(row)}">${row.method} ${row.resource}</a>`,
        )}.
        Others are safe to repeat without one: PATCH and DELETE reach the same state again,
        <code>bind_channel</code> and files of handles refresh what is bound, items of <code>ingest</code> with an
        <code>external_id</code> update their record.
      </p>`,
};

function keyedRows(): readonly Operation[] {
  return Object.values<Operation>(OPERATIONS).filter(({ keyed }) => keyed);
}
