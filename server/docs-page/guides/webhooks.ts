import { curl } from '#server/docs-page/curl.ts';
import { html, listing, prose, table } from '#server/docs-page/html.ts';
import { program } from '#server/docs-page/listing.ts';
import { exampleEvents } from '#server/openapi/example-events.ts';
import type { Guide } from './guide.ts';

export const WEBHOOKS: Guide = {
  id: 'webhooks',
  title: 'Webhooks and signatures',
  purpose: 'Events, headers, verifying a signature in Node and Python, retries.',
  words: 'callback notification push hmac loopback localhost local receiver typed',
  body: () =>
    html`<p>
        A subscription sends events to an https address of yours. The answer of this call has its <code>secret</code>,
        which is not shown again. <code>*</code> in <code>events</code> means all, later ones too.
      </p>
      ${curl('/webhook_subscriptions', ['--header', 'Content-Type: application/json'], ['--data', '{"url":URL,"events":["ticket.created","ticket.resolved"]}'])}
      <p>Each delivery is a POST of JSON with the headers of Standard Webhooks:</p>
      ${table(
        [
          ['webhook-id', 'the id of the event, the same for every attempt'],
          ['webhook-timestamp', 'when this attempt was made, in seconds since 1970'],
          [
            'webhook-signature',
            'v1, and the HMAC-SHA256 of id.timestamp.body in base64; two of them while a secret is rotated',
          ],
        ],
        [
          { title: 'Header', cell: ([name = '']) => html`<code>${name}</code>` },
          { title: 'Has', cell: ([, meaning = '']) => html`${meaning}` },
        ],
      )}
      <p>Verify the signature over the bytes that arrived, then compare the id with those that you have handled:</p>
      ${program('verify.mjs')} ${program('verify.py')}
      <ul>
        <li>Answer any 2xx within 15 seconds, before the work if it is long. Redirects are failures.</li>
        <li>
          Anything else is tried again: ten attempts, after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h,
          each 20 percent more or less. 429 and 503 may set <code>Retry-After</code>, up to an hour. 410 disables the
          subscription.
        </li>
        <li>Deliveries can repeat and overtake each other. Remember handled ids for 31 days.</li>
        <li>
          While a secret is rotated, both sign. <a href="#webhook_deliveries-get">The delivery log</a> has each attempt;
          <a href="#webhook_deliveries-post">test, replay and recover</a> send again.
        </li>
        <li>Bodies name records by id. With <code>include_pii</code> they also have names, addresses and texts.</li>
      </ul>
      <h3 id="webhook-events">Events</h3>
      <p>What a receiver gets, without <code>include_pii</code>. A test has <code>"test":true</code> as well.</p>
      ${exampleEvents().map(
        ({ type, description, body }) =>
          html`<details>
            <summary><code>${type}</code> ${prose(description)}</summary>
            <div id="event-${type}">${listing('json', JSON.stringify(JSON.parse(body), null, 2))}</div>
          </details>`,
      )}`,
};
