import * as z from 'zod/mini';
import { runAdmin } from '#tools/service/start-service.ts';

interface BenchSite {
  readonly siteId: number;
  readonly token: string;
}

/** Makes a site by the admin commands, and a token that no limit slows down. */
export async function makeSite(dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<BenchSite> {
  const made = z
    .object({ site_id: z.number() })
    .parse(await runAdmin(dataDir, ['site', 'create', '--name', 'Bench'], env));
  const options = ['--site-id', String(made.site_id), '--label', 'Bench', '--scopes', '*', '--rate-limit', '1000000'];
  const { token } = z
    .object({ token: z.string() })
    .parse(await runAdmin(dataDir, ['token', 'create', ...options], env));
  return { siteId: made.site_id, token };
}

/** Makes a site with demo tickets, and a token that no limit slows down. */
export async function fillSite(
  dataDir: string,
  tickets: number,
  env: Readonly<Record<string, string>> = {},
): Promise<BenchSite> {
  const site = await makeSite(dataDir, env);
  await runAdmin(dataDir, ['demo', '--site-id', String(site.siteId), '--tickets', String(tickets), '--seed', '7'], env);
  return site;
}
