import { EXTENSIONS, type ExtensionKey } from '#contract/operation.ts';
import { anchorOf } from '#server/docs-page/families.ts';
import { codes, html, NOTHING, type Html } from '#server/docs-page/html.ts';
import { contentsOf, EXTENSION_GROUPS, GROUP_OF } from '#server/openapi/extension-contents.ts';
import type { Guide } from './guide.ts';

export const EXTENSIONS_GUIDE: Guide = {
  id: 'extensions',
  title: 'Extensions',
  purpose: 'The additions to the API document, in six groups, and how a program asks for them.',
  words: 'capabilities deployed feature',
  body: () =>
    html`<p>
        The API document is a part of what this service does. Each addition has a key, which is true in
        <code>capabilities.deployed</code> of <a href="#whoami-get">whoami</a>. A service without it (or with
        <code>EXTENSIONS=0</code>) answers 404 <code>unknown_resource</code> to its operations, ignores its parameters
        and refuses its fields in bodies.
      </p>
      ${Object.entries(EXTENSION_GROUPS).map(
        ([group, { title, purpose }]) =>
          html`<h3>${title}</h3>
            <p>${purpose}</p>
            <dl>
              ${EXTENSIONS.filter((key) => GROUP_OF[key] === group).map(
                (key) =>
                  html`<div id="extension-${key}">
                    <dt><code>${key}</code></dt>
                    <dd>${describe(key)}</dd>
                  </div>`,
              )}
            </dl>`,
      )}`,
};

function describe(key: ExtensionKey): Html {
  if (key === 'openapi')
    return html`<a href="/v1/openapi.json">openapi.json</a>, this page, addresses of the form /v1/NAME`;
  if (key === 'mcp') return html`POST /mcp: tools for AI assistants, over the Model Context Protocol`;
  const { operations, inputs, answers } = contentsOf(key);
  const parts: Html[] = [
    ...operations.map((row) => html`<a href="#${anchorOf(row)}">${row.method} ${row.resource}${choiceOf(row)}</a>`),
    ...inputs.map(
      ({ row, names }) => html`${codes(names)} in <a href="#${anchorOf(row)}">${row.method} ${row.resource}</a>`,
    ),
    ...(answers.length === 0 ? [] : [html`${codes(answers)} in answers`]),
  ];
  return html`${parts.map((part, at) => html`${at === 0 ? NOTHING : '; '}${part}`)}`;
}

function choiceOf({ when }: ReturnType<typeof contentsOf>['operations'][number]): string {
  return when === undefined ? '' : ` ${when.name}=${when.value}`;
}
