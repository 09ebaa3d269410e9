import * as z from 'zod/mini';
import { runAdmin } from '#tools/service/start-service.ts';

/** Makes a site with demo tickets by the admin commands, and a token that no limit slows down. */
export async function fillSite(
  dataDir: string,
  tickets: number,
  env: Readonly<Record<string, string>> = {},
): Promise<{ siteId: number; token: string }> {
  const made = z
    .object({ site_id: z.number() })
    .parse(await runAdmin(dataDir, ['site', 'create', '--name', 'Bench'], env));
  const site = ['--site-id', String(made.site_id)];
  const options = [...site, '--label', 'Bench', '--scopes', '*', '--rate-limit', '1000000'];
  const { token } = z
    .object({ token: z.string() })
    .parse(await runAdmin(dataDir, ['token', 'create', ...options], env));
  await runAdmin(dataDir, ['demo', ...site, '--tickets', String(tickets), '--seed', '7'], env);
  return { siteId: made.site_id, token };
}
