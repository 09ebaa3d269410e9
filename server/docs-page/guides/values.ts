import { curl } from '#server/docs-page/curl.ts';
import { html, table } from '#server/docs-page/html.ts';
import { program } from '#server/docs-page/listing.ts';
import type { Guide } from './guide.ts';

export const IDS: Guide = {
  id: 'ids',
  title: 'Ids',
  purpose: '64-bit integers in JSON, and how JavaScript keeps their digits.',
  words: 'bigint int64 number precision large',
  body: () =>
    html`<p>
        Ids of records are JSON integers of up to 64 bits (1 to 9223372036854775807). This service gives out none beyond
        2^53 - 1, which every JSON reader keeps; other services of this API may. A client in JavaScript that wants to be
        safe reads the digits from the source of the number (Node 22, Chrome 114, Safari 18.4, Firefox 135 or newer):
      </p>
      ${program('json.mjs')}
      <p>
        Agent ids, session ids and visitor keys are texts; an agent id is a decimal integer as text. Ids rise but have
        gaps. An id of another site gets the same answer as an id that does not exist.
      </p>`,
};

export const TIMES: Guide = {
  id: 'times',
  title: 'Times and zones',
  purpose: 'UTC, offsets, days, and which ends are inclusive.',
  words: 'date timestamp timezone utc plus sign offset',
  body: () =>
    html`<p>
        Answers have times in UTC with milliseconds, in fields that end in <code>_utc</code>:
        <code>2026-11-20T14:30:00.000Z</code>. Requests may have any offset. In an address the <code>+</code> of an
        offset or a phone is a space, so write <code>%2B</code>, or let curl do it:
      </p>
      ${curl('/tickets', ['--get'], ['--data-urlencode', 'created_from=2026-11-20T09:00:00+01:00'])}
      ${table(
        [
          ['created_from, from, since', 'from this moment or day on, inclusive'],
          ['created_to, to, until', 'before this moment or day: a window ends where the next begins'],
          ['days=7', 'the last seven UTC days, today included'],
          [
            'from and to of csat_reports',
            'days of the parameter zone (such as Europe/Berlin), else of the time zone of the site',
          ],
          ['week of business_calendar', "minutes from midnight in the site's time zone; day 0 is Sunday"],
        ],
        [
          { title: 'Written', cell: ([name = '']) => html`<code>${name}</code>` },
          { title: 'Means', cell: ([, meaning = '']) => html`${meaning}` },
        ],
      )}
      <p>
        The service measures time by its own clock. Do not compare its times with yours to find what is new: keep the
        last time that you received.
      </p>`,
};
