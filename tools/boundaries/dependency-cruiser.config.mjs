/**
 * Import rules. Patterns, not lists: a new view or family is guarded from its first file on.
 * `src/routes -> src/<view> -> src/api -> contract -> zod`;
 * `server/main -> server/serve -> server/http -> server/<family> -> server/db`.
 */

/** Folders of src that are not views: everybody's parts, and what composes views. */
const SHARED =
  'start|api|session|browser|format|i18n|ui|forms|charts|undo|outbox|ticket-edit|copilot|jobs|bulk-edit|panels|portal-links|list-export';
const COMPOSING = 'app|routes|shell|embed';

/** Rooms of src that a room may import besides itself: those below it. */
function only(name, comment, folder, below) {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: `^src/${folder}/` },
    to: { path: '^src/', pathNot: `^src/(?:${[folder, ...below].join('|')})/` },
  };
}
/** Modules that only tests may import: tests, and server/testing. */
const TEST = String.raw`\.test\.tsx?$|^server/testing/`;
const TEST_OR_TOOL = String.raw`${TEST}|^(?:e2e|bench|tools)/|^[^/]+\.config\.ts$`;

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Modules that need each other are one module, or miss a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'must-resolve',
      comment: 'What cannot be found cannot be checked.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'contract-imports-zod-alone',
      comment: 'The contract is data: the service, the browser and other programs read it.',
      severity: 'error',
      from: { path: '^contract/', pathNot: TEST },
      to: { pathNot: '^contract/|^node_modules/zod/' },
    },
    {
      name: 'server-not-dashboard',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(?:src|e2e|bench)/' },
    },
    {
      name: 'dashboard-not-server',
      comment: 'A test may hold one against the other, where both have to judge alike.',
      severity: 'error',
      from: { path: '^src/', pathNot: TEST },
      to: { path: '^(?:server|e2e|bench|tools)/' },
    },
    {
      name: 'product-not-tools',
      comment: 'The product runs without the repository around it.',
      severity: 'error',
      from: { path: '^(?:server|src|contract)/', pathNot: TEST },
      to: { path: '^(?:tools|e2e|bench)/' },
    },
    {
      name: 'dashboard-without-node',
      severity: 'error',
      from: { path: '^src/', pathNot: TEST },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-view-imports-another-view',
      comment: 'Compose views in the route or the shell; what two views share is a part of ui or format.',
      severity: 'error',
      from: { path: `^src/(?!(?:${SHARED}|${COMPOSING})/)([^/]+)/` },
      to: { path: '^src/[^/]+/', pathNot: `^src/(?:$1|${SHARED})/` },
    },
    {
      name: 'shell-not-routes',
      severity: 'error',
      from: { path: '^src/shell/' },
      to: { path: '^src/(?:routes|app)/' },
    },
    {
      name: 'ui-knows-no-contract',
      comment:
        'Parts are told what to show. How a cell of CSV is guarded is one rule for the service and the dashboard.',
      severity: 'error',
      from: { path: '^src/(?:ui|charts|browser|format|i18n)/' },
      to: { path: '^contract/', pathNot: String.raw`^contract/csv\.ts$` },
    },
    only('i18n-knows-nobody', 'Words and locales.', 'i18n', []),
    only('format-knows-words', 'Values as text.', 'format', ['i18n']),
    only('browser-knows-words', 'What the browser keeps and tells.', 'browser', ['format', 'i18n']),
    only('ui-knows-no-api', 'Parts are told what to show.', 'ui', ['browser', 'format', 'i18n']),
    only('charts-know-no-api', 'Figures by day of any view, told what to show.', 'charts', [
      'ui',
      'browser',
      'format',
      'i18n',
    ]),
    only('session-knows-the-browser', 'Whose token this tab has.', 'session', ['browser']),
    only(
      'api-knows-no-view',
      'Calls, reads and writes; a write says in a toast that it failed, or how to undo it.',
      'api',
      ['undo', 'ui/toasts', 'start', 'session', 'browser', 'format', 'i18n'],
    ),
    only('forms-know-no-view', 'Fields, dialogs with a form, and why what they sent was not done.', 'forms', [
      'ui',
      'api',
      'session',
      'browser',
      'format',
      'i18n',
    ]),
    only(
      'ticket-edit-knows-no-view',
      'The list, the ticket and the palette change tickets by the same parts.',
      'ticket-edit',
      ['undo', 'forms', 'ui', 'api', 'session', 'browser', 'format', 'i18n'],
    ),
    only(
      'portal-links-know-no-view',
      'The page of portal links, and the dialog that issues one from any page.',
      'portal-links',
      ['panels', 'list-export', 'forms', 'ui', 'api', 'session', 'browser', 'format', 'i18n'],
    ),
    only(
      'panels-know-no-view',
      'Parts of a page with a heading, and what a query has in each of its states.',
      'panels',
      ['forms', 'ui', 'api', 'session', 'browser', 'format', 'i18n'],
    ),
    only('list-export-knows-no-view', 'Any list as a file, page by page.', 'list-export', [
      'ui',
      'api',
      'browser',
      'format',
      'i18n',
    ]),
    only('undo-knows-no-change', 'What was changed, and its way back; each kind of change tells its own.', 'undo', [
      'ui',
      'session',
      'browser',
      'format',
      'i18n',
    ]),
    only('outbox-knows-no-view', 'Messages that wait, and the line that rows and the ticket show of them.', 'outbox', [
      'undo',
      'ticket-edit',
      'ui',
      'api',
      'session',
      'browser',
      'format',
      'i18n',
    ]),
    only(
      'copilot-knows-no-view',
      'Drafts and summaries of the open ticket, and what of it goes to the AI provider.',
      'copilot',
      ['outbox', 'ticket-edit', 'forms', 'ui', 'api', 'session', 'browser', 'format', 'i18n'],
    ),
    only('jobs-know-no-view', 'Long jobs of many calls, told what to send.', 'jobs', [
      'ui/toasts',
      'api',
      'session',
      'browser',
      'format',
      'i18n',
    ]),
    only('bulk-edit-knows-no-view', 'One bulk change, whatever list started it.', 'bulk-edit', [
      'jobs',
      'undo',
      'ticket-edit',
      'forms',
      'ui',
      'api',
      'session',
      'browser',
      'format',
      'i18n',
    ]),
    {
      name: 'sql-is-private-to-its-family',
      comment: 'Call a function of the family instead.',
      severity: 'error',
      from: { path: '^([^/]+/[^/]+)/' },
      to: { path: String.raw`^server/[^/]+/.+\.sql\.ts$`, pathNot: '^$1/' },
    },
    {
      name: 'families-not-http',
      comment: 'A family knows the type of a call, its errors and the clock, not the server around it.',
      severity: 'error',
      from: { path: '^server/', pathNot: String.raw`^server/(?:http|serve|admin)/|^server/main\.ts$|${TEST}` },
      to: { path: '^server/http/' },
    },
    {
      name: 'tools-of-assistants-have-no-rules',
      comment: 'They run operations of the contract, whose handlers have the rules and the SQL.',
      severity: 'error',
      from: { path: '^server/mcp/', pathNot: TEST },
      to: { path: '^server/', pathNot: '^server/(?:mcp|operation)/' },
    },
    {
      name: 'database-below-families',
      severity: 'error',
      from: { path: '^server/db/', pathNot: TEST },
      to: { path: '^server/', pathNot: String.raw`^server/(?:db/|fair-semaphore\.ts$)` },
    },
    {
      name: 'no-test-in-the-product',
      severity: 'error',
      from: { pathNot: TEST_OR_TOOL },
      to: { path: TEST },
    },
    {
      name: 'service-runs-on-dependencies',
      comment: 'The service is installed without devDependencies.',
      severity: 'error',
      from: { path: '^(?:server|contract)/', pathNot: TEST },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
