import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { listenUrl, readConfig, type Config } from '#server/config.ts';
import type { Database } from '#server/db/db.ts';
import { StartFailure } from '#server/db/errors.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { ensureDemo, type Demo } from '#server/demo/ensure-demo.ts';
import { buildApp } from '#server/http/app.ts';
import type { Clock } from '#server/operation/call.ts';
import { createLog, type Log } from '#server/http/log.ts';
import { AppKeys } from '#server/secrets/app-keys.ts';
import { describeStart, findFirstSteps } from './announce.ts';
import { closeDataDir } from './close-data-dir.ts';
import { drain } from './drain.ts';
import { removeForwardingMark, writeForwardingMark } from './forwarding-mark.ts';
import { listenEarly, type EarlyListener } from './listen-early.ts';
import { readAppSecret } from './read-app-secret.ts';
import { onSignals } from './signals.ts';

interface Options {
  /** Folder of the built dashboard. */
  readonly dist: string;
  /** The system clock by default. */
  readonly clock?: Clock;
}

const SYSTEM_CLOCK: Clock = { now: () => new Date() };

/**
 * Starts the service (docs/operating.md, "Start") and resolves when it serves; signals end the process.
 * @returns the database, null with UPSTREAM_BASE_URL
 * @throws ConfigError and StartFailure, each with a message of one line.
 */
export async function runService({ dist, clock = SYSTEM_CLOCK }: Options): Promise<Database | null> {
  const config = readConfig();
  if (!existsSync(path.join(dist, 'index.html'))) {
    throw new StartFailure('The dashboard has not been built: run npm run build, or npm start, which builds it');
  }
  const log = createLog({ level: config.logLevel, now: () => clock.now() });
  const listener = await listenEarly(config);
  const address = listenUrl(config.host, listener.port);
  const publicUrl = config.port === listener.port ? config.publicUrl : withPort(config, listener.port);

  let running: Running | null = null;
  onSignals({ end: (secondSignal) => void end(running, secondSignal) });
  try {
    running = await start({ config: { ...config, publicUrl }, dist, clock, listener, log });
  } catch (error) {
    listener.close();
    throw error;
  }
  const { database, demo } = running;
  const firstSteps = database === null ? [] : await findFirstSteps(database.owner);
  log.info({ address }, 'serving');
  if (firstSteps.length > 0) log.warn({ commands: firstSteps }, 'the database has no site');
  process.stderr.write(describeStart({ address, publicUrl, demo, firstSteps }));
  return database;
}

interface Running {
  readonly app: FastifyInstance;
  readonly database: Database | null;
  readonly demo: Demo | null;
}

interface Parts {
  readonly config: Config;
  readonly dist: string;
  readonly clock: Clock;
  readonly listener: EarlyListener;
  readonly log: Log;
}

async function start({ config, dist, clock, listener, log }: Parts): Promise<Running> {
  const onForwarded = (headers: readonly string[]) => recordForwarding(config, headers);
  const database = config.upstreamBaseUrl === null ? await openOwnDatabase({ config, clock, log }) : null;
  try {
    const report = (line: string) => process.stderr.write(`${line}\n`);
    const keys = database === null ? null : new AppKeys(await readAppSecret(config), config.appSecretPrevious);
    const demo =
      database !== null && keys !== null && config.demo
        ? await ensureDemo(database, { now: clock.now(), report, keys })
        : null;
    const app = await buildApp({ database, config, clock, log, dist, onForwarded, ...(keys !== null && { keys }) });
    await app.ready();
    await listener.handOverTo(app.server);
    return { app, database, demo };
  } catch (error) {
    await database?.close().catch(() => undefined);
    throw error;
  }
}

/** Records the headers for `admin doctor`; a full or read-only disk must not fail the call. */
function recordForwarding({ dataDir, upstreamBaseUrl }: Config, headers: readonly string[]): void {
  if (upstreamBaseUrl !== null) return;
  try {
    writeForwardingMark(dataDir, headers);
  } catch {
    // The log has the warning too.
  }
}

async function openOwnDatabase({ config, clock, log }: Pick<Parts, 'config' | 'clock' | 'log'>): Promise<Database> {
  const { dataDir } = config;
  const closed = await closeDataDir(dataDir);
  if (closed.length > 0) log.warn({ closed }, 'was open to other users of this machine, and is closed now');
  const database = await openDatabase({ ...config, log, now: clock.now() });
  await removeForwardingMark(dataDir);
  return database;
}

async function end(running: Running | null, secondSignal: Promise<void>): Promise<void> {
  // During the start there is no call to finish, and the database survives a crash.
  if (running !== null) await drain(running.app, running.database, secondSignal);
  process.exit(0);
}

/** Puts the port that the system chose into the public address, unless PUBLIC_URL is set. */
function withPort(config: Config, port: number): string {
  return config.publicUrl === listenUrl(config.host, config.port) ? listenUrl(config.host, port) : config.publicUrl;
}
