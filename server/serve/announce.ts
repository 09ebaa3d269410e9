import type { Db } from '#server/db/db.ts';
import { hasSite } from '#server/site/create-site.ts';

const FIRST_STEPS = [
  `npm run --silent admin -- site create --name "My company"`,
  `npm run --silent admin -- token create --site-id 1 --label me --scopes '*'`,
];

interface Started {
  readonly address: string;
  readonly publicUrl: string;
  /** Token of the demo site, or null without one. */
  readonly demoToken: string | null;
  /** The first commands where there is no site. */
  readonly firstSteps: readonly string[];
}

/** The commands that make a site and a token, where the database has no site; else none. */
export async function findFirstSteps(owner: Db): Promise<readonly string[]> {
  return (await hasSite(owner)) ? [] : FIRST_STEPS;
}

/** For whoever started the service, on standard error and not in the log: a token must not get there. */
export function describeStart({ address, publicUrl, demoToken, firstSteps }: Started): string {
  const lines = ['', `Support Console is running at ${address}`];
  if (publicUrl !== address) lines.push(`Its public address is ${publicUrl}`);
  if (demoToken !== null) {
    lines.push(`API token of the demo site: ${demoToken}`, `Sign in: ${publicUrl}/sign-in#token=${demoToken}`);
  }
  if (firstSteps.length > 0) {
    lines.push('The database has no site yet. With the embedded database, stop the service first. Then run:');
    lines.push(...firstSteps.map((step) => `  ${step}`));
  }
  return `${lines.join('\n')}\n\n`;
}
