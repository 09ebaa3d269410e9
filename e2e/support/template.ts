import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { runAdmin } from '#tools/service/start-service.ts';

const Template = z.object({
  /** Holds `data`, which each service copies, and the services' own folders. */
  folder: z.string(),
  siteId: z.number(),
  /** API tokens: everything, reading only, and everything as the agent `agentId`. */
  tokens: z.object({ all: z.string(), readOnly: z.string(), agent: z.string() }),
  agentId: z.string(),
});

export type Template = z.infer<typeof Template>;

const VARIABLE = 'SUPPORT_CONSOLE_E2E_TEMPLATE';

/** Makes a site with a year of tickets by the real commands, once for a whole run; the workers find it by `readTemplate`. */
export async function createTemplate(tickets = 400): Promise<Template> {
  const folder = await mkdtemp(join(tmpdir(), 'support-console-e2e-'));
  const data = join(folder, 'data');
  const { site_id } = z
    .object({ site_id: z.number() })
    .parse(await runAdmin(data, ['site', 'create', '--name', 'Velo Works']));
  const site = ['--site-id', String(site_id)];
  const { agent_id } = z
    .object({ agent_id: z.string() })
    .parse(await runAdmin(data, ['agent', 'create', ...site, '--name', 'Robin Tester']));

  async function createToken(label: string, scopes: string, ...more: readonly string[]): Promise<string> {
    // A worker calls far more often than a person: the limit of calls has tests of its own.
    const limits = ['--scopes', scopes, '--rate-limit', '100000'];
    const answer = await runAdmin(data, ['token', 'create', ...site, '--label', label, ...limits, ...more]);
    return z.object({ token: z.string() }).parse(answer).token;
  }

  const tokens = {
    all: await createToken('End to end', '*'),
    readOnly: await createToken('Read only', 'read'),
    agent: await createToken('Robin', '*', '--agent-id', agent_id),
  };
  await runAdmin(data, ['demo', ...site, '--tickets', String(tickets), '--seed', '7']);
  const template: Template = { folder, siteId: site_id, tokens, agentId: agent_id };
  const file = join(folder, 'template.json');
  await writeFile(file, JSON.stringify(template));
  process.env[VARIABLE] = file;
  return template;
}

export async function readTemplate(): Promise<Template> {
  const file = process.env[VARIABLE];
  if (file === undefined) throw new Error('No template: the global setup has not run');
  return Template.parse(JSON.parse(await readFile(file, 'utf8')));
}

export async function removeTemplate(template: Template): Promise<void> {
  await rm(template.folder, { recursive: true, force: true });
}
