import { curl } from '#server/docs-page/curl.ts';
import type { Operation } from '#contract/operation.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { anchorOf } from '#server/docs-page/families.ts';
import { html, prose, table, type Html } from '#server/docs-page/html.ts';
import type { Guide } from './guide.ts';

export const IDEMPOTENCY: Guide = {
  id: 'idempotency',
  title: 'Repeating a write safely',
  purpose: 'Idempotency-Key: which operations take it, how long it is kept, and what to do without it.',
  words: 'retry repeat twice duplicate lost answer timeout',
  body: () =>
    html`<p>
        If a write gets no answer, it may have been done. Send a key of your own with it, one for each thing that you
        want done, and repeat the call until an answer comes: the write happens once.
      </p>
      ${curl('/tickets', ['--header', 'Idempotency-Key: KEY'], ['--header', 'Content-Type: application/json'], ['--data', '{"subject":SUBJECT}'])}
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
        These operations take a key: ${linksTo(WRITES.filter(({ keyed }) => keyed))}. Every other one ignores the
        header: some answer a secret, and no answer with a secret of its own is stored. When one of these gets no
        answer:
      </p>
      ${table(WITHOUT_KEY, [
        { title: 'Operation', cell: ({ rows }) => linksTo(rows) },
        { title: 'A second call', cell: ({ advice }) => prose(advice) },
      ])}
      <p>
        A PATCH without <code>version</code> reaches the same state again, and a DELETE answers 200 or 404. Only
        <code>rotate_secret</code> of <code>webhook_subscriptions</code> is 409 the second time, and the new secret is
        lost: end the overlap and rotate once more.
      </p>
      <p>
        A PATCH that sends <code>version</code> answers 409 <code>conflict</code> when it is repeated after it was done,
        because the version has grown. Then compare <code>error.current</code> with what you sent: if your fields have
        your values, it was done.
      </p>`,
};

const WRITES = Object.values<Operation>(OPERATIONS).filter(({ method }) => method !== 'GET');

/** Every POST without a key, with the way to find out whether it was done. A test compares them with the contract. */
export const WITHOUT_KEY: readonly { readonly rows: readonly Operation[]; readonly advice: string }[] = [
  {
    rows: [OPERATIONS.createWebhookSubscription, OPERATIONS.issueApiToken],
    advice:
      'Creates a second one. List them and compare `url` or `label`: if it was created, its secret is lost, so delete it. Then repeat.',
  },
  {
    rows: [OPERATIONS.addCustomerNote, OPERATIONS.createSavedView, OPERATIONS.trackEvent],
    advice: 'Creates a second one. List what is there (events by GET `visitors` with `key`) and compare.',
  },
  {
    rows: [OPERATIONS.sendWebhookDeliveries],
    advice: 'Sends again. List the deliveries and compare.',
  },
  {
    rows: [OPERATIONS.startSession],
    advice: 'Starts a second session. Repeat it: the first one ends after 30 minutes without a call.',
  },
  {
    rows: [OPERATIONS.ingest],
    advice: 'Repeat it if every item has an `external_id`. Items without one are stored a second time.',
  },
  {
    rows: [OPERATIONS.createTag, OPERATIONS.createCustomer],
    advice: 'Repeat it. If it was created, the answer is 409 and `error.current` is the record.',
  },
  {
    rows: [
      OPERATIONS.undoTickets,
      OPERATIONS.undoBindJob,
      OPERATIONS.mergeCustomers,
      OPERATIONS.undoCustomerMerge,
      OPERATIONS.eraseCustomer,
    ],
    advice: 'Repeat it. 409 or 404 means that it was done before.',
  },
  {
    rows: [
      OPERATIONS.bulkUpdateTickets,
      OPERATIONS.bindChannel,
      OPERATIONS.bindChannelsBulk,
      OPERATIONS.upsertVisitor,
      OPERATIONS.dismissCustomerDuplicate,
      OPERATIONS.revokePortalTokens,
    ],
    advice:
      'Repeat it: it reaches the same state. Tickets of `tickets_bulk` that were sent with their version are `conflict` then.',
  },
];

function linksTo(rows: readonly Operation[]): Html {
  return html`${rows.map(
    (row, at) => html`${at === 0 ? '' : ', '}<a href="#${anchorOf(row)}">${row.method} ${row.resource}</a>`,
  )}`;
}
