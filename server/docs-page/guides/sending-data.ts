import { curl } from '#server/docs-page/curl.ts';
import { INGEST_ITEMS, INGEST_KINDS, MAX_INGEST_ITEMS, type IngestKind } from '#contract/ingest.ts';
import { fieldList, fieldsSent } from '#server/docs-page/fields.ts';
import { html, listing, table } from '#server/docs-page/html.ts';
import { IMPORT_SAMPLES, INGESTED_IMPORTS, INGEST_SAMPLES } from '#server/docs-page/sample-rows.ts';
import { articleRow, customerRow, macroRow, ticketRow } from '#server/imports/import-rows.ts';
import { describeSchema } from '#server/openapi/describe-schema.ts';
import { itemModel } from '#server/openapi/model-names.ts';
import type { Guide } from './guide.ts';

const PURPOSES: Readonly<Record<IngestKind, string>> = {
  csat: 'The rating of a ticket, 0 to 5. A second one of the same ticket replaces the first.',
  feedback: 'The rating of a chat, 0 to 5, with or without a ticket.',
  transcript: 'A conversation and its messages. Sent again with its external_id, its messages are replaced.',
  handoff: 'The AI gave a conversation to people. Sent again with another status, it moves on.',
  ai_call: 'A call of an AI model that your program made: it counts in costs and caps.',
  message: 'A message on a channel, for the health figures of that channel.',
  conversation_starter: 'A prompt that the chat widget offers.',
  segment: 'A rule that puts visitors into a segment by their events.',
};

export const INGEST_GUIDE: Guide = {
  id: 'ingest-kinds',
  title: 'Kinds of items to send in',
  purpose: 'The kinds of items of POST ingest, with their fields and a sample of each.',
  words: 'bot widget upload batch push transcript',
  body: () =>
    html`<p>
        POST <a href="#ingest-post">ingest</a> takes 1 to ${String(MAX_INGEST_ITEMS)} items. Each has a
        <code>kind</code>, and the fields of that kind. With an <code>external_id</code>, an id of your own, an item
        that is sent again updates its record, so a failed call can simply be repeated. The answer has a result for each
        item, in order: <code>stored</code>, <code>updated</code>, <code>failed</code> or <code>blocked</code>, with the
        reason.
      </p>
      ${curl('/ingest', ['--header', 'Content-Type: application/json'], ['--data', '{"items":[ITEM]}'])}
      <p>
        <code>ITEM</code> is one of the samples below. A ticket is named by <code>ticket_id</code>, or by
        <code>ticket_external_id</code> if it was imported. Times may not be in the future.
      </p>
      ${INGEST_KINDS.map(
        (kind) =>
          html`<h3 id="ingest-${kind}"><code>${kind}</code></h3>
            <p>${PURPOSES[kind]}</p>
            ${listing('json', JSON.stringify({ kind, ...INGEST_SAMPLES[kind] }))}
            ${fieldList(fieldsSent(describeSchema(INGEST_ITEMS[kind], 'request'), itemModel(kind)), null)}`,
      )}`,
};

const IMPORT_ROWS = [
  ['customers', customerRow],
  ['tickets', ticketRow],
  ['articles', articleRow],
  ['macros', macroRow],
] as const;

export const IMPORT_GUIDE: Guide = {
  id: 'import-kinds',
  title: 'Moving in from files',
  purpose: 'The kinds of lines of admin import, with their fields and a sample of each.',
  words: 'migrate migration move zendesk intercom freshdesk import',
  body: () =>
    html`<p>
        An operator imports the past from files with one JSON object a line, on the machine of the service. Lines that
        were imported before are found by their <code>external_id</code>, so an interrupted import is simply run again.
        A bad line fails alone. No events are sent. GET <a href="#migrate_status-get">migrate_status</a> counts what was
        imported.
      </p>
      ${listing('http', 'npm run --silent admin -- import --site-id 1 --kind tickets --file tickets.ndjson')}
      <p>
        Import customers and then tickets first: ratings and conversations find theirs by
        <code>ticket_external_id</code>. <code>admin move-in</code> reads the exports of other products.
      </p>
      ${IMPORT_ROWS.map(
        ([kind, row]) =>
          html`<h3 id="import-${kind}"><code>${kind}</code></h3>
            ${listing('json', JSON.stringify(IMPORT_SAMPLES[kind]))}
            ${fieldList(fieldsSent(describeSchema(row, 'request')), null)}`,
      )}
      <p>The lines of the other kinds are items of <code>ingest</code>, without <code>kind</code>:</p>
      ${table(INGESTED_IMPORTS, [
        { title: 'Kind of import', cell: ([kind]) => html`<code>${kind}</code>` },
        { title: 'Item', cell: ([, item]) => html`<a href="#ingest-${item}">${item}</a>` },
      ])}`,
};
