import { StartFailure } from '#server/db/errors.ts';
import type { Db, Database } from '#server/db/db.ts';
import { fillDemo } from '#server/demo/fill-demo.ts';
import type { Actor, Site } from '#server/http/call.ts';
import { createSite, UNDEPLOYABLE } from '#server/site/create-site.ts';
import { createAgent } from '#server/tickets/create-agent.ts';
import { issueToken } from '#server/tokens/issue-token.ts';
import { revokeToken } from '#server/tokens/revoke-token.ts';
import { getSiteById } from './admin.sql.ts';
import type { Options } from './options.ts';

/** What a command works with. */
export interface Tools {
  readonly database: Database;
  /** Migrations that opening the database applied. */
  readonly applied: readonly string[];
  readonly now: Date;
  /** Progress for people, on standard error. */
  readonly report: (line: string) => void;
}

export interface Command {
  readonly name: string;
  readonly options: readonly string[];
  readonly flags?: readonly string[];
  /** Reads and checks the options before the database is opened; what it returns is run then and answers the JSON object. */
  readonly prepare: (options: Options) => (tools: Tools) => Promise<object>;
}

const ADMIN: Actor = {
  kind: 'admin',
  tokenId: null,
  tokenPrefix: null,
  label: 'admin',
  agentId: null,
  requestId: null,
  network: null,
  userAgent: null,
};

async function requireSite(owner: Db, siteId: bigint): Promise<Site> {
  const site = await getSiteById(owner, siteId);
  if (site === undefined) throw new StartFailure(`--site-id ${siteId} is no site of this database`);
  return site;
}

const siteCreate: Command = {
  name: 'site create',
  options: ['name', 'undeploy'],
  prepare(options) {
    const name = options.text('name');
    const names = options.has('undeploy') ? options.list('undeploy') : [];
    const undeployed = UNDEPLOYABLE.filter((feature) => names.includes(feature));
    if (names.some((feature) => !undeployed.some((known) => known === feature))) {
      throw new StartFailure(`--undeploy must be a list of ${UNDEPLOYABLE.join(', ')}`);
    }
    return async ({ database, now }) => {
      const site = await createSite(database.owner, { name, undeployed }, now);
      return { site_id: site.id };
    };
  },
};

const tokenCreate: Command = {
  name: 'token create',
  options: ['site-id', 'label', 'scopes', 'rate-limit', 'expires-days', 'agent-id'],
  prepare(options) {
    const siteId = options.id('site-id');
    const request = {
      label: options.text('label'),
      scopes: options.list('scopes'),
      ...(options.has('rate-limit') && { rateLimitPerMin: options.integer('rate-limit', 1, 1_000_000) }),
      ...(options.has('expires-days') && { expiresDays: options.integer('expires-days', 1, 36_500) }),
      ...(options.has('agent-id') && { agentId: options.id('agent-id') }),
    };
    return async ({ database, now }) => {
      const site = await requireSite(database.owner, siteId);
      const { tokenId, token } = await issueToken(database.forSite(site.id), site.id, request, { actor: ADMIN, now });
      return { token_id: tokenId, token };
    };
  },
};

const tokenRevoke: Command = {
  name: 'token revoke',
  options: ['token-id'],
  prepare(options) {
    const tokenId = options.id('token-id');
    return async ({ database, now }) => {
      const found = await revokeToken(database.owner, tokenId, { actor: ADMIN, now });
      if (!found) throw new StartFailure(`--token-id ${tokenId} is no token of this database`);
      return { token_id: tokenId, revoked: true };
    };
  },
};

const agentCreate: Command = {
  name: 'agent create',
  options: ['site-id', 'name'],
  prepare(options) {
    const siteId = options.id('site-id');
    const name = options.text('name');
    return async ({ database, now }) => {
      const site = await requireSite(database.owner, siteId);
      const agentId = await createAgent(database.forSite(site.id), site, { name }, { actor: ADMIN, now });
      return { agent_id: agentId.toString() };
    };
  },
};

const demo: Command = {
  name: 'demo',
  options: ['site-id', 'tickets', 'seed'],
  flags: ['reset'],
  prepare(options) {
    const siteId = options.id('site-id');
    const size = {
      tickets: options.has('tickets') ? options.integer('tickets', 0, 1_000_000) : 5000,
      seed: options.has('seed') ? options.integer('seed', 0, 2_147_483_647) : 1,
      reset: options.flag('reset'),
    };
    return async ({ database, now, report }) => {
      const site = await requireSite(database.owner, siteId);
      const counts = await fillDemo(database, site, size, { now, report });
      return { site_id: site.id, ...counts };
    };
  },
};

const migrateCommand: Command = {
  name: 'migrate',
  options: [],
  prepare:
    () =>
    async ({ applied }) => ({ applied }),
};

export const COMMANDS: readonly Command[] = [siteCreate, tokenCreate, tokenRevoke, agentCreate, demo, migrateCommand];
