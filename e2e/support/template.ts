import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { cachedFolder } from '#server/testing/cached-folder.ts';
import { runOverData } from '#tools/service/start-service.ts';
import { startInstant } from './start-instant.ts';

const Template = z.object({
  siteId: z.number(),
  /** API tokens: everything, reading alone, and both as the agent `agentId`. */
  tokens: z.object({ all: z.string(), readOnly: z.string(), agent: z.string(), readOnlyAgent: z.string() }),
  agentId: z.string(),
});

export interface Template extends z.infer<typeof Template> {
  /** A database that each service copies. */
  readonly dataDir: string;
}

/** Output of `server/testing/make-site.ts`. */
const Made = z.object({ site_id: z.number(), agent_id: z.string(), tokens: Template.shape.tokens });

const FILE = 'template.json';
const TICKETS = 400;
const VARIABLE = 'SUPPORT_CONSOLE_E2E_TEMPLATE';

/** Makes a site with a year of tickets by the real commands; the workers of a run find it by `readTemplate`. */
export async function prepareTemplate(): Promise<void> {
  const instant = startInstant().toISOString();
  process.env[VARIABLE] = await cachedFolder({
    name: 'e2e-template',
    inputs: ['{server,contract}/**/*.{ts,sql,json}'],
    settings: `${TICKETS} ${instant}`,
    async make(folder) {
      const printed = await runOverData('server/testing/make-site.ts', join(folder, 'data'), [
        String(TICKETS),
        instant,
      ]);
      const { site_id, agent_id, tokens } = Made.parse(printed);
      const template: z.infer<typeof Template> = { siteId: site_id, tokens, agentId: agent_id };
      await writeFile(join(folder, FILE), JSON.stringify(template));
    },
  });
}

export async function readTemplate(): Promise<Template> {
  const folder = process.env[VARIABLE];
  if (folder === undefined) throw new Error('No template: the global setup has not run');
  return { ...Template.parse(JSON.parse(await readFile(join(folder, FILE), 'utf8'))), dataDir: join(folder, 'data') };
}
