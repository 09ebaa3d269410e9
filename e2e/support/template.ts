import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { runOverData } from '#tools/service/start-service.ts';
import { startInstant } from './start-instant.ts';

const Template = z.object({
  /** Holds `data`, which each service copies, and the services' own folders. */
  folder: z.string(),
  siteId: z.number(),
  /** API tokens: everything, reading alone, and both as the agent `agentId`. */
  tokens: z.object({ all: z.string(), readOnly: z.string(), agent: z.string(), readOnlyAgent: z.string() }),
  agentId: z.string(),
});

export type Template = z.infer<typeof Template>;

/** What `server/testing/make-site.ts` prints. */
const Made = z.object({ site_id: z.number(), agent_id: z.string(), tokens: Template.shape.tokens });

const VARIABLE = 'SUPPORT_CONSOLE_E2E_TEMPLATE';

/** Makes a site with a year of tickets by the real commands, once for a whole run; the workers find it by `readTemplate`. */
export async function createTemplate(tickets = 400): Promise<Template> {
  const folder = await mkdtemp(join(tmpdir(), 'support-console-e2e-'));
  const { site_id, agent_id, tokens } = Made.parse(
    await runOverData('server/testing/make-site.ts', join(folder, 'data'), [
      String(tickets),
      startInstant().toISOString(),
    ]),
  );
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
