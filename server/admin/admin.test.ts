import { mkdtemp, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { COMMANDS } from './commands.ts';
import { examine } from './commands/doctor.ts';
import {
  makeDist,
  makeSetting,
  runProgram,
  startProgram,
  type Ended,
  type Setting,
} from '#server/testing/run-program.ts';

// Tests the program as npm runs it. The commands themselves are tested in run-command.test.ts.

let setting: Setting;

beforeAll(async () => {
  setting = await makeSetting();
});

function admin(...args: readonly string[]): Promise<Ended> {
  return runProgram('server/admin/admin.ts', args, setting.variables);
}

test('a command prints one JSON object on standard output and exits with 0', async () => {
  const first = await admin('site', 'create', '--name', 'Ørsted & Co');
  expect(first).toEqual({ code: 0, stdout: '{"site_id":1}\n', stderr: '' });
  const token = await admin('token', 'create', '--site-id', '1', '--label', 'mine', '--scopes', '*');
  expect(token).toMatchObject({ code: 0, stderr: '' });
  expect(token.stdout).toMatch(/^\{"token_id":1,"token":"sck_[0-9A-Za-z]{44}"\}\n$/);
  expect(await admin('migrate')).toEqual({ code: 0, stdout: '{"applied":[]}\n', stderr: '' });
});

test('an import whose every row fails prints its counts and exits with 1, any other with 0', async () => {
  const own = await makeSetting();
  const folder = await mkdtemp(path.join(inject('testFolder'), 'import-'));
  const run = async (kind: string, row: object) => {
    const file = path.join(folder, `${kind}.ndjson`);
    await writeFile(file, JSON.stringify(row));
    const args = ['import', '--site-id', '1', '--kind', kind, '--file', file];
    const { code, stdout } = await runProgram('server/admin/admin.ts', args, own.variables);
    return { code, counts: JSON.parse(stdout) };
  };
  await runProgram('server/admin/admin.ts', ['site', 'create', '--name', 'Here'], own.variables);
  const rating = { external_id: 'r', ticket_external_id: 'T-1', score: 5 };
  expect(await run('csat', rating)).toMatchObject({ code: 1, counts: { imported_rows: 0, failed_rows: 1 } });
  const ticket = { external_id: 'T-1', subject: 'Bell' };
  expect(await run('tickets', ticket)).toMatchObject({ code: 0, counts: { imported_rows: 1 } });
  expect(await run('csat', rating)).toMatchObject({ code: 0, counts: { imported_rows: 1 } });
  expect(await run('tickets', ticket)).toMatchObject({ code: 0, counts: { imported_rows: 0, skipped_rows: 1 } });
});

test('doctor prints one JSON object and exits with 0', async () => {
  const { code, stdout, stderr } = await admin('doctor');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ key: 'ok', forwarding: 'ok', provider: 'ok', clock: 'ok' });
});

test('doctor, while the service runs, reports the proxy headers that the service saw', async () => {
  const own = await makeSetting();
  const program = startProgram('server/testing/serve.ts', [await makeDist()], { ...own.variables, PORT: '0' });
  try {
    const [, address = ''] = await program.untilStderr(/running at (\S+)/);
    await fetch(`${address}/livez`, { headers: { 'X-Forwarded-For': '203.0.113.9' } });
    const { forwarding } = await examine(own.variables, () => new Date());
    expect(forwarding).toContain('calls came with x-forwarded-for and TRUST_PROXY is 0');
  } finally {
    program.child.kill('SIGKILL');
    await program.ended;
  }
});

test('--help, alone or after a command, prints text for people and exits with 0', async () => {
  const all = await admin('--help');
  expect(all).toMatchObject({ code: 0, stderr: '' });
  for (const { name } of COMMANDS) expect(all.stdout).toContain(`\n  ${name}`);
  expect(await admin('site', 'update', '--help')).toEqual({
    code: 0,
    stdout: 'site update: --site-id, --name, --country, --deploy, --undeploy\n',
    stderr: '',
  });
});

test('a refusal is one line on standard error, and the exit code is 1', async () => {
  const variables = { ...setting.variables, TRUST_PROXY: 'yes' };
  expect(await runProgram('server/admin/admin.ts', ['migrate'], variables)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'TRUST_PROXY must be an integer from 0 to 100\n',
  });
  const unknown = await admin('token', 'create', '--site-id', '999', '--label', 'l', '--scopes', '*');
  expect(unknown).toEqual({ code: 1, stdout: '', stderr: '--site-id 999 is not a site in this database\n' });
});

test.each([{ isEmbedded: true }, { isEmbedded: false }])(
  'a command works while the service has the database open ($isEmbedded: the embedded one)',
  async (which) => {
    const used = await makeSetting(which);
    const database = await openDatabase(used);
    try {
      const args = ['site', 'create', '--name', 'Beside'];
      expect(await runProgram('server/admin/admin.ts', args, used.variables)).toMatchObject({ code: 0, stderr: '' });
      // The rows are in that database, and not in another one.
      expect(await database.owner.query(sql`select name from site`)).toEqual([{ name: 'Beside' }]);
    } finally {
      await database.close();
    }
  },
);

test('without DATA_DIR of the service a command creates no database', async () => {
  const { dataDir, variables } = await makeSetting({ isEmbedded: true });
  for (const args of [
    ['site', 'list'],
    ['backup', '--to', `${dataDir}.gz`],
  ]) {
    expect(await runProgram('server/admin/admin.ts', args, variables)).toEqual({
      code: 1,
      stdout: '',
      stderr: `DATA_DIR ${dataDir} has no database: set DATA_DIR or DATABASE_URL as the service has it\n`,
    });
  }
  await expect(stat(dataDir)).rejects.toThrow(/ENOENT/);
});

test('restore refuses a database that is in use, and exits with 3', async () => {
  const used = await makeSetting({ isEmbedded: true });
  const database = await openDatabase(used);
  try {
    const file = path.join(await mkdtemp(path.join(inject('testFolder'), 'backup-')), 'all.gz');
    expect(await runProgram('server/admin/admin.ts', ['backup', '--to', file], used.variables)).toMatchObject({
      code: 0,
    });
    const { code, stdout, stderr } = await runProgram(
      'server/admin/admin.ts',
      ['restore', '--from', file],
      used.variables,
    );
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(/^DATA_DIR is in use[^\n]*\n$/);
  } finally {
    await database.close();
  }
});
