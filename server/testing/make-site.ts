import { writeJson } from '#contract/json.ts';
import { prepareCommand } from '#server/admin/run-command.ts';
import { readConfig } from '#server/config.ts';
import { openMigrated } from '#server/db/open-database.ts';
import { runOrFail } from '#server/serve/run-or-fail.ts';

// Creates the demo site of the browser tests in DATA_DIR with admin commands. They share one open database, as opening
// it takes longer than their work.
// Arguments: the number of tickets, and the current instant.
await runOrFail(async () => {
  const [, , tickets = '', instant = ''] = process.argv;
  const now = new Date(instant);
  const config = readConfig();
  const { database, applied } = await openMigrated({ ...config, now });
  try {
    const tools = { database, applied, config, now, report: () => undefined };
    const run = async (...args: readonly string[]): Promise<Readonly<Record<string, unknown>>> => ({
      ...(await prepareCommand(args)(tools)),
    });
    const { site_id } = await run('site', 'create', '--name', 'Velo Works');
    const site = ['--site-id', String(site_id)];
    const { agent_id } = await run('agent', 'create', ...site, '--name', 'Robin Tester');
    const issue = async (label: string, scopes: string, ...more: readonly string[]): Promise<unknown> => {
      // Tests call far more often than a person; the rate limit has its own tests.
      const limits = ['--scopes', scopes, '--rate-limit', '100000'];
      return (await run('token', 'create', ...site, '--label', label, ...limits, ...more))['token'];
    };
    const tokens = {
      all: await issue('End to end', '*'),
      readOnly: await issue('Read only', 'read'),
      agent: await issue('Robin', '*', '--agent-id', String(agent_id)),
      readOnlyAgent: await issue('Robin reads', 'read', '--agent-id', String(agent_id)),
    };
    await run('demo', ...site, '--tickets', tickets, '--seed', '7');
    process.stdout.write(`${writeJson({ site_id, agent_id, tokens })}\n`);
  } finally {
    await database.close();
  }
});
