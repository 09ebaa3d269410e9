import type { Db } from '#server/db/db.ts';
import { hasSite } from '#server/site/create-site.ts';

const FIRST_STEPS = [
  `npm run --silent admin -- site create --name "My company"`,
  `npm run --silent admin -- token create --site-id 1 --label me --scopes '*'`,
];

interface Started {
  readonly address: string;
  readonly publicUrl: string;
  readonly demo: { readonly site: { readonly id: bigint }; readonly token: string | null } | null;
  /** The first commands to run; empty if there is a site. */
  readonly firstSteps: readonly string[];
}

/** The commands that create a site and a token; empty if the database has a site. */
export async function findFirstSteps(owner: Db): Promise<readonly string[]> {
  return (await hasSite(owner)) ? [] : FIRST_STEPS;
}

/** The message on standard error after the start. It contains a token, so it must not go to the log. */
export function describeStart({ address, publicUrl, demo, firstSteps }: Started): string {
  const lines = ['', `Support Console is running at ${address}`];
  if (publicUrl !== address) lines.push(`Its public address is ${publicUrl}`);
  if (demo !== null && demo.token !== null) {
    lines.push(`API token of the demo site: ${demo.token}`, `Sign in: ${publicUrl}/sign-in#token=${demo.token}`);
  } else if (demo !== null) {
    const command = `npm run --silent admin -- token create --site-id ${demo.site.id} --label me --scopes '*'`;
    lines.push(
      `The demo site is unchanged, but its token is unknown to this key, revoked or expired. This makes one: ${command}`,
    );
  }
  if (firstSteps.length > 0) {
    lines.push('The database has no site yet. Run, while the service runs:');
    lines.push(...firstSteps.map((step) => `  ${step}`));
  }
  return `${lines.join('\n')}\n\n`;
}
