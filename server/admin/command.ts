import type { Config } from '#server/config.ts';
import { StartFailure } from '#server/db/errors.ts';
import type { Db, Database } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import { getSiteById } from '#server/site/sites.ts';
import type { Options } from './options.ts';

interface CommandContext {
  readonly now: Date;
  /** Reports progress to the user, on standard error. */
  readonly report: (line: string) => void;
}

export interface Tools extends CommandContext {
  readonly database: Database;
  /** Migrations that opening the database applied. */
  readonly applied: readonly string[];
  readonly config: Pick<Config, 'aiPrices' | 'appSecret' | 'appSecretPrevious' | 'dataDir'>;
}

/** The location of the database, for a command that needs it closed. */
export interface DatabaseLocation extends CommandContext {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly databaseOwnerUrl?: string | null;
  readonly databaseDirectUrl?: string | null;
  readonly appSecret: string | null;
  readonly appSecretPrevious: string | null;
}

interface CommandBase {
  readonly name: string;
  readonly options: readonly string[];
  readonly flags?: readonly string[];
  /** Blanks of each level of the answer, for one that people read or edit; by default it is on one line. */
  readonly indent?: number;
  /** Whether an answer means that rows failed: it is printed, and the exit code is 1. */
  readonly isFailure?: (answer: object) => boolean;
}

/** A command on the open, migrated database. */
export interface DatabaseCommand extends CommandBase {
  /** Whether it is useful where there is no database yet: the folder of the embedded one is created for it. */
  readonly canCreateDatabase?: boolean;
  /**
   * Reads and checks the options before the database is opened, and returns the work, which answers the JSON object.
   */
  readonly prepare: (options: Options) => (tools: Tools) => Promise<object>;
}

/** A command on a database that no process has open; runCommand does not open it either. */
export interface ClosedCommand extends CommandBase {
  readonly prepareClosed: (options: Options) => (location: DatabaseLocation) => Promise<object>;
}

/** A command that examines the variables and the machine, whether the service runs or not. */
export interface MachineCommand extends CommandBase {
  readonly prepareMachine: (options: Options) => (machine: Machine) => Promise<object>;
}

export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: () => Date;
}

export type Command = DatabaseCommand | ClosedCommand | MachineCommand;

export async function requireSite(owner: Db, siteId: bigint): Promise<Site> {
  const site = await getSiteById(owner, siteId);
  if (site === undefined) throw new StartFailure(`--site-id ${siteId} is not a site in this database`);
  return site;
}
