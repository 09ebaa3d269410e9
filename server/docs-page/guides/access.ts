import { curl } from '#server/docs-page/curl.ts';
import { SCOPES, type Operation, type Scope } from '#contract/operation.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { anchorOf } from '#server/docs-page/families.ts';
import { html, NOTHING, shell, table, type Html } from '#server/docs-page/html.ts';
import type { Guide } from './guide.ts';

/** A scope may allow more than the operations that name it. */
const NOTES: Partial<Readonly<Record<Scope, string>>> = {
  read: 'nothing more: reading needs only a valid token. A token with this scope alone is read-only',
  '*': 'everything, now and later',
  'tickets:write': 'also shared saved views',
  'csat:write': 'also notes on the chart csat',
  'ai_limits:write': 'also notes on the chart ai',
  'admin:read': 'also webhook_deliveries with id',
  'webhooks:write': 'also the full url of subscriptions',
  'tokens:write': 'also network and user agent in the audit log',
};

export const ACCESS: Guide = {
  id: 'authentication',
  title: 'Authentication and scopes',
  purpose: 'Tokens, browser sessions, scopes, 401 and 403.',
  words: 'login key api key permission bearer',
  body: () =>
    html`<p>
        Each call sends <code>Authorization: Bearer TOKEN</code>. A token belongs to one site, and sees nothing of
        others. There are two kinds: an API token (<code>sck_</code>) for programs, which lasts a year unless it was
        issued for fewer days, and a session token (<code>sct_</code>) for a browser.
      </p>
      <ul>
        <li>
          <b>401</b> <code>unauthorized</code>: the token is missing, unknown, revoked or expired. Stop and get another
          one; repeating the call does not help.
        </li>
        <li>
          <b>403</b> <code>insufficient_scope</code>: the token is valid and lacks a scope. The message and
          <code>WWW-Authenticate</code> name it.
        </li>
      </ul>
      <p>Every read needs only a valid token, with the few exceptions of the table. Writes need these scopes:</p>
      ${table(SCOPES, [
        { title: 'Scope', cell: (scope) => html`<code>${scope}</code>` },
        { title: 'Allows', cell: allowedBy },
      ])}
      <p>
        Issue one token for each program, with the scopes that it needs: <code>read,ingest:write</code> for a chat
        widget's backend, <code>read</code> for a monitor, <code>read,tickets:write</code> for a form that opens
        tickets.
      </p>
      <h3>Sessions for a browser</h3>
      <p>
        A page should not hold an API token. Its server exchanges the token for a session, with fewer scopes if it
        likes, and gives the page that one. A session lives for at most 12 hours, ends after 30 minutes without a call,
        and ends when its API token is revoked. Its calls count against the API token's rate limit.
      </p>
      ${curl('/sessions', ['--header', 'Content-Type: application/json'], ['--data', '{"scopes":["read"]}'])}
      <p>
        The answer has it as <code>token</code>. The example of <a href="#sessions-delete">DELETE sessions</a> reads it
        from the environment:
      </p>
      ${shell("export SESSION_TOKEN='TOKEN'")}`,
};

function allowedBy(scope: Scope): Html {
  const rows = Object.values<Operation>(OPERATIONS).filter((row) => row.scope === scope);
  const note = NOTES[scope];
  return html`${rows.map(
    (row, at) => html`${at === 0 ? '' : ', '}<a href="#${anchorOf(row)}">${row.method} ${row.resource}</a>`,
  )}${note === undefined ? NOTHING : html`${rows.length === 0 ? '' : '; '}${note}`}`;
}
