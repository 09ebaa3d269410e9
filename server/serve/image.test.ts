import { cp, mkdtemp, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import * as z from 'zod/mini';
import { makeDist, makeSetting, startCommand } from '#server/testing/run-program.ts';

const ROOT = path.join(import.meta.dirname, '../..');
let dockerfile: string;
let app: string;

/** The folder of the image: what the Dockerfile copies into it, and nothing else of the repository. */
beforeAll(async () => {
  dockerfile = await readFile(path.join(ROOT, 'deploy/Dockerfile'), 'utf8');
  app = await mkdtemp(path.join(inject('testFolder'), 'image-'));
  for (const [, name = ''] of dockerfile.matchAll(/^COPY --from=build \/app\/(\S+) \.\/\S*$/gm)) {
    const to = path.join(app, name);
    if (name === 'node_modules') await symlink(path.join(ROOT, name), to, 'junction');
    else await cp(name === 'dist' ? await makeDist() : path.join(ROOT, name), to, { recursive: true });
  }
});

test('what the image has is enough to serve, to fill a demo site and to stop', async () => {
  const { variables } = await makeSetting();
  const [node = '', ...args] = z
    .array(z.string())
    .parse(JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? '[]'))
    .map((word) => (word.endsWith('.ts') ? path.join(app, word) : word));
  expect(node).toBe('node');
  const started = { ...variables, HOST: '127.0.0.1', PORT: '0', NODE_ENV: 'production' };
  const service = startCommand(process.execPath, args, started);
  const [, url = ''] = await service.untilStderr(/running at (http:\S+)/);
  const statuses = await Promise.all(
    ['/', '/docs', '/v1/openapi.json', '/readyz', '/metrics'].map(
      async (address) => `${address} ${(await fetch(`${url}${address}`)).status}`,
    ),
  );
  expect(statuses).toEqual(['/ 200', '/docs 200', '/v1/openapi.json 200', '/readyz 200', '/metrics 200']);
  const admin = (...words: string[]) =>
    startCommand(process.execPath, [path.join(app, 'server/admin/admin.ts'), ...words], variables).ended;
  expect(await admin('site', 'create', '--name', 'Lumen Cycles')).toMatchObject({ code: 0 });
  expect(await admin('demo', '--site-id', '1', '--tickets', '20')).toMatchObject({ code: 0 });
  service.child.kill('SIGTERM');
  expect(await service.ended).toMatchObject({ code: 0 });
});
