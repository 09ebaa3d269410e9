import { framePath, USUAL_MAX_PX, type Choices } from './choices.ts';

/** What a frame may do, as docs/embedding.md suggests. */
export const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox';

/** The part of a page of HTML that shows the view. @param service origin of this service */
export function htmlSnippet(choices: Choices, service: string): string {
  const { view, only, theme, locale, timeZone, canEdit, maxHeight } = choices;
  const id = ['support', view.embed.name, ...(only === null ? [] : [only])].join('-');
  const options = [
    `service: '${service}',`,
    `path: '${framePath(choices)}',`,
    ...(theme === 'system' ? [] : [`theme: '${theme}',`]),
    ...(locale === null ? [] : [`locale: '${locale}',`]),
    ...(timeZone === null ? [] : [`timeZone: '${timeZone}',`]),
    ...(canEdit ? ['edit: true,'] : []),
    ...(maxHeight === null || maxHeight === USUAL_MAX_PX ? [] : [`maxHeight: ${maxHeight},`]),
    'getToken,',
  ];
  return [
    '<iframe',
    `  id="${id}"`,
    `  title="${escaped(view.label)}"`,
    `  sandbox="${SANDBOX}"`,
    '  allow="clipboard-write"',
    '  referrerpolicy="no-referrer"',
    `  style="${frameStyle(choices)}"`,
    '></iframe>',
    '<script type="module">',
    "  import { embedSupport } from './embed-host.js';",
    '',
    ...getToken('').map((line) => `  ${line}`),
    '',
    `  embedSupport(document.querySelector('#${id}'), {`,
    ...options.map((line) => `    ${line}`),
    '  });',
    '</script>',
  ].join('\n');
}

/** The same as a component of React. */
export function reactSnippet(choices: Choices, service: string): string {
  const { view, only, theme, locale, timeZone, canEdit, maxHeight } = choices;
  const name = ['support', ...view.embed.name.split('-'), ...(only === null ? [] : [only])];
  const properties = [
    `service="${service}"`,
    `path="${framePath(choices)}"`,
    `title="${escaped(view.label)}"`,
    ...(theme === 'system' ? [] : [`theme="${theme}"`]),
    ...(locale === null ? [] : [`locale="${locale}"`]),
    ...(timeZone === null ? [] : [`timeZone="${timeZone}"`]),
    ...(canEdit ? ['edit'] : []),
    ...(maxHeight === null || maxHeight === USUAL_MAX_PX ? [] : [`maxHeight={${maxHeight}}`]),
    'getToken={getToken}',
  ];
  return [
    "import { SupportFrame } from './embed-react.tsx';",
    '',
    '// In your style sheet:',
    `// .support-frame { ${frameStyle(choices)} }`,
    '',
    ...getToken(': string'),
    '',
    `export function ${name.map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`).join('')}() {`,
    '  return (',
    '    <SupportFrame',
    ...properties.map((line) => `      ${line}`),
    '    />',
    '  );',
    '}',
  ].join('\n');
}

/** Where the portal gives the token: no snippet has one in it. @param type of the parameter, where types are written */
function getToken(type: string): readonly string[] {
  return [
    '// From your own server: no token stands in a page.',
    `async function getToken(reason${type}) {`,
    "  const response = await fetch('/support-session', {",
    "    method: 'POST',",
    "    headers: { 'Content-Type': 'application/json' },",
    '    body: JSON.stringify({ reason }),',
    '  });',
    "  if (!response.ok) throw new Error('No token');",
    '  return (await response.json()).token;',
    '}',
  ];
}

/** The script sets the height as the frame tells it; where it is fixed, the limits hold against that. */
function frameStyle({ height, maxHeight }: Choices): string {
  const fixed = maxHeight === null ? ` min-height: ${height}px; max-height: ${height}px;` : '';
  return `width: 100%; height: ${height}px;${fixed} border: 0`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
