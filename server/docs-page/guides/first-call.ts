import { shellWord } from '#server/openapi/example-call.ts';
import { html, listing, shell } from '#server/docs-page/html.ts';
import type { Guide } from './guide.ts';

export const FIRST_CALL: Guide = {
  id: 'first-call',
  title: 'First call',
  purpose: 'The address, the token, the answer, and generated clients.',
  words: 'begin start token curl generated client sdk base url address',
  body: (baseUrl) =>
    html`<p>
        An administrator issues a token in the dashboard. Keep it in the environment, where no command line or log shows
        it:
      </p>
      ${shell(`export SUPPORT_URL=${shellWord(baseUrl)}\nexport SUPPORT_TOKEN='TOKEN'`)}
      <p>
        Every operation has the address <code>${baseUrl}/NAME</code>. Begin with <a href="#whoami-get">whoami</a>: it
        says whether the token works, which site it belongs to and what it may do.
      </p>
      ${shell(`curl --fail-with-body \\
  --header "Authorization: Bearer $SUPPORT_TOKEN" \\
  "$SUPPORT_URL/whoami"`)}
      ${listing('json', '{"ok":true,"data":{"site_id":1,"scopes":["*"],"capabilities":{"api_version":"v1"}}}')}
      <p>
        A success is <code>{"ok":true,"data":...}</code>. Three lists have their fields at the top level instead
        (<code>tickets</code>, <code>customer_identities</code>, <code>ai_insights</code>), and their operations say so.
        Fields may be added at any time, so a client ignores those it does not know.
      </p>
      <p>
        The same operation is also at <code>${baseUrl}/api.ashx?resource=NAME</code>, the form of the API document. Use
        that one for a program that must work with other services of this API too; generated clients need the other.
      </p>
      <p>
        <a href="/v1/openapi.json">openapi.json</a> describes all of this for programs (OpenAPI 3.1). Its schemas and
        the fields on this page have the same source.
      </p>
      <p>
        In the commands below, replace the words in CAPITALS: a number as it is, a text in double quotes, as JSON wants
        it. Until you do, a command that changes something is refused with "The body is not well-formed JSON". Quotes
        and <code>$</code> around names of variables stay.
      </p>`,
};
