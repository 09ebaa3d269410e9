import { curl } from '#server/docs-page/curl.ts';
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts';
import { html, listing, prose } from '#server/docs-page/html.ts';
import { ERROR_MEANINGS } from '#server/openapi/error-meanings.ts';
import type { Guide } from './guide.ts';

const CODES = Object.keys(ERROR_STATUS).filter((code): code is ErrorCode => code in ERROR_STATUS);

export const ERRORS: Guide = {
  id: 'errors',
  title: 'Errors',
  purpose: 'The envelope of an error, every code, and what to do about it.',
  words: 'status code failure validation message 400 409 500',
  body: () =>
    html`<p>
        An error has a <code>code</code> for your program and a <code>message</code> for you. Codes are fixed; messages
        may change. <code>--fail-with-body</code> makes curl exit with 22 and still print the answer.
      </p>
      ${curl('/ticket')} ${listing('json', '{"ok":false,"error":{"code":"missing_field","message":"id is required"}}')}
      <ul>
        <li>
          <code>missing_field</code> and <code>bad_field</code> name the field: the message begins with its path, such
          as <code>week[0].open_minute must be</code>. Where several fields are wrong, and only there,
          <code>error.fields</code> has a message for each of them by its path. A form takes the paths from there, or
          else the first word of the message.
        </li>
        <li>
          <code>error.current</code> has the record as it is now, after a write with an outdated <code>version</code> or
          with a name that is taken.
        </li>
        <li>Every answer has the header <code>X-SVC-Request-Id</code>. Log it: the operator finds the call by it.</li>
        <li>
          Checks run in this order, and the first that fails decides: token, rate limit, resource, method, scope, size,
          media type, content.
        </li>
      </ul>
      <dl class="codes-table">
        ${CODES.map(
          (code) =>
            html`<div id="error-${code}">
              <dt>${String(ERROR_STATUS[code])} <code>${code}</code></dt>
              <dd>${prose(ERROR_MEANINGS[code].meaning)} ${prose(ERROR_MEANINGS[code].remedy)}</dd>
            </div>`,
        )}
      </dl>`,
};
