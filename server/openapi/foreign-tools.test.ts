import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { startProgram } from '#server/testing/run-program.ts';
import { startTestService, type TestService } from '#server/testing/service.ts';

// The document as integrators use it: tools that its makers did not write.

const ROOT = join(import.meta.dirname, '../..');
const TOOLS = join(ROOT, 'tools', 'openapi');
const LISTINGS = join(ROOT, 'server', 'docs-page', 'listings');
const GENERATED = join(TOOLS, 'generated');
const DOCUMENT = join(GENERATED, 'openapi.json');

let service: TestService;
let baseUrl: string;

beforeAll(async () => {
  service = await startTestService({ resolveHost: async () => ['93.184.216.34'] });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const found = service.app.server.address();
  baseUrl = `http://127.0.0.1:${typeof found === 'object' && found !== null ? found.port : 0}/v1`;
  await mkdir(GENERATED, { recursive: true });
  await writeFile(DOCUMENT, (await service.app.inject('/v1/openapi.json')).payload);
  return () => service.close();
});

const run = (file: string, ...args: readonly string[]) => startProgram(file, args, { NO_COLOR: '1' }).ended;

test('the recommended rules of Redocly and Spectral find nothing', { timeout: 180_000 }, async () => {
  const { stdout, stderr } = await run(join(TOOLS, 'lint.mjs'), DOCUMENT);
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual([]);
});

const CLIENTS = ['openapi-fetch', 'hey-api', 'orval'] as const;

describe('clients by three generators', () => {
  beforeAll(async () => {
    const { code, stderr } = await run(join(TOOLS, 'generate.mjs'), DOCUMENT);
    if (code !== 0) throw new Error(stderr);
  }, 180_000);

  test('the programs of /docs compile strictly', { timeout: 180_000 }, async () => {
    const guide = join(GENERATED, 'guide');
    await mkdir(guide, { recursive: true });
    const copy = (from: string, to: string) => copyFile(from, join(guide, to));
    await copy(join(GENERATED, 'openapi-typescript.ts'), 'support-api.ts');
    await copy(join(LISTINGS, 'client.ts.txt'), 'client.ts');
    const programs = ['call.mjs', 'every-ticket.mjs', 'json.mjs', 'verify.mjs'];
    for (const name of programs) await copy(join(LISTINGS, name), name);
    const options =
      '--noEmit --strict --noUncheckedIndexedAccess --allowJs --checkJs --target esnext --module preserve';
    const { code, stdout } = await run(
      join(TOOLS, 'node_modules/typescript/bin/tsc'),
      ...`${options} --allowImportingTsExtensions --types node`.split(' '),
      ...['client.ts', ...programs].map((name) => join(guide, name)),
    );
    expect(stdout).toBe('');
    expect(code).toBe(0);
  });

  test('the client of /docs makes its calls', { timeout: 60_000 }, async () => {
    const { token } = await service.createSite();
    const file = join(GENERATED, 'guide', 'run.ts');
    await writeFile(
      file,
      `import * as client from './client.ts';
const { id } = await client.createTicket('first', 'Bell is missing');
const again = await client.createTicket('first', 'Bell is missing');
const [ticket] = await client.openTickets();
const csv = await client.ticketsAsCsv();
const bound = await client.tryHandles('channel,external_user_id,email\\nsms,+34600100200,ana@example.org\\n');
const whoami = await client.whoamiWithLongIds();
process.stdout.write(JSON.stringify([again.id === id, ticket?.subject, typeof csv, bound, typeof whoami]));`,
    );
    const variables = { NO_COLOR: '1', SUPPORT_URL: baseUrl, SUPPORT_TOKEN: token };
    const { code, stdout, stderr } = await startProgram(file, [], variables).ended;
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toEqual([true, 'Bell is missing', 'string', 1, 'object']);
  });

  test('compile strictly, and fit the types that a program expects', { timeout: 180_000 }, async () => {
    const options = '--noEmit --strict --noUncheckedIndexedAccess --target esnext --module preserve';
    const { code, stdout } = await run(
      join(TOOLS, 'node_modules/typescript/bin/tsc'),
      ...`${options} --allowImportingTsExtensions --types node`.split(' '),
      ...CLIENTS.map((name) => join(TOOLS, `${name}.ts`)),
    );
    expect(stdout).toBe('');
    expect(code).toBe(0);
  });

  test.each(CLIENTS)('%s makes a round trip', { timeout: 60_000 }, async (name) => {
    const { token } = await service.createSite();
    const { code, stdout, stderr } = await run(join(TOOLS, `${name}.ts`), baseUrl, token);
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      listed: ['Bell is missing: open'],
      patched: 'pending',
      bound: '+34600100200',
      action: 'none',
      days: 7,
      calls: 0,
      portal: true,
      hook: 'active',
      csvLines: 2,
      bulk: [1, true],
      ingested: 1,
      code: 'not_found',
    });
  });
});
