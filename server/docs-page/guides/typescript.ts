import { html, shell } from '#server/docs-page/html.ts';
import { program } from '#server/docs-page/listing.ts';
import type { Guide } from './guide.ts';

export const TYPESCRIPT: Guide = {
  id: 'typescript',
  title: 'TypeScript',
  purpose: 'A typed client by openapi-typescript and openapi-fetch, and typed webhook events.',
  words: 'generated client types sdk codegen generator javascript',
  body: () =>
    html`<p>
        <code>openapi-typescript</code> makes types of <a href="/v1/openapi.json">openapi.json</a>, and
        <code>openapi-fetch</code> calls the API with them:
      </p>
      ${shell(`npm install openapi-fetch && npm install --save-dev openapi-typescript
npx openapi-typescript "$SUPPORT_URL/openapi.json" --default-non-nullable=false --output support-api.ts`)}
      <p>
        Without <code>--default-non-nullable=false</code> every field with a default has to be sent, because the types
        serve requests and answers alike. <code>json.mjs</code> is the file of <a href="#ids">Ids</a>.
      </p>
      ${program('client.ts.txt')}
      <p>
        Operations that answer JSON or CSV have the type <code>JSON | string</code>: which one comes depends on
        <code>format</code>, and OpenAPI cannot say that. <code>error.current</code> has no type, because it is the
        record of whichever operation was refused.
      </p>
      <p>
        The document also describes the bodies that <a href="#webhooks">webhooks</a> deliver, so
        <code>support-api.ts</code> has their types as <code>webhooks</code>, such as
        <code>webhooks['ticket.created']['post']['requestBody']['content']['application/json']</code>.
        <code>type</code> tells them apart. Optional fields come with <code>include_pii</code>.
      </p>
      <p>hey-api and orval read the document as it is, too.</p>`,
};
