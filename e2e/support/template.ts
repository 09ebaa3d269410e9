import { createHash } from 'node:crypto';
import { cp, glob, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { runOverData } from '#tools/service/start-service.ts';
import { ROOT } from '#tools/setup/run-command.ts';
import { startInstant } from './start-instant.ts';

const Template = z.object({
  /** A database that each service copies. */
  dataDir: z.string(),
  siteId: z.number(),
  /** API tokens: everything, reading alone, and both as the agent `agentId`. */
  tokens: z.object({ all: z.string(), readOnly: z.string(), agent: z.string(), readOnlyAgent: z.string() }),
  agentId: z.string(),
});

export type Template = z.infer<typeof Template>;

/** What `server/testing/make-site.ts` prints. */
const Made = z.object({ site_id: z.number(), agent_id: z.string(), tokens: Template.shape.tokens });

const KEPT = join(ROOT, 'node_modules', '.cache', 'e2e-template');
const KEEP_MS = 86_400_000;
const TICKETS = 400;
const VARIABLE = 'SUPPORT_CONSOLE_E2E_TEMPLATE';

/**
 * Makes a site with a year of tickets by the real commands; the workers of a run find it by `readTemplate`. It takes ten
 * seconds and is kept as long as nothing changes that it is made by.
 */
export async function prepareTemplate(): Promise<void> {
  const folder = join(KEPT, await fingerprint());
  const file = join(folder, 'template.json');
  if (!(await exists(file))) await makeTemplate(folder);
  process.env[VARIABLE] = file;
}

export async function readTemplate(): Promise<Template> {
  const file = process.env[VARIABLE];
  if (file === undefined) throw new Error('No template: the global setup has not run');
  return Template.parse(JSON.parse(await readFile(file, 'utf8')));
}

async function makeTemplate(folder: string): Promise<void> {
  await removeOld();
  const made = await mkdtemp(join(tmpdir(), 'support-console-e2e-'));
  try {
    const { site_id, agent_id, tokens } = Made.parse(
      await runOverData('server/testing/make-site.ts', join(made, 'data'), [
        String(TICKETS),
        startInstant().toISOString(),
      ]),
    );
    const template: Template = { dataDir: join(folder, 'data'), siteId: site_id, tokens, agentId: agent_id };
    await writeFile(join(made, 'template.json'), JSON.stringify(template));
    // Whole or not at all: another run may look for it. Folders of the system's may be on another disk.
    const beside = await mkdtemp(`${folder}-`);
    await cp(made, beside, { recursive: true });
    await rename(beside, folder).catch(async (error: unknown) => {
      await rm(beside, { recursive: true, force: true });
      if (!(await exists(join(folder, 'template.json')))) throw error;
    });
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

/** Of all that a template is made by. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(`${startInstant().toISOString()} ${TICKETS}`);
  const files = await Array.fromAsync(glob(['{server,contract}/**/*.{ts,sql}', 'package-lock.json'], { cwd: ROOT }));
  for (const name of files.toSorted()) hash.update(name).update(await readFile(join(ROOT, name)));
  return hash.digest('hex').slice(0, 16);
}

async function removeOld(): Promise<void> {
  await mkdir(KEPT, { recursive: true });
  for await (const name of glob('*', { cwd: KEPT })) {
    const path = join(KEPT, name);
    if ((await stat(path)).mtimeMs < Date.now() - KEEP_MS) await rm(path, { recursive: true, force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
