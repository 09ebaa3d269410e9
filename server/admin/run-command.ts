import { stat } from 'node:fs/promises';
import path from 'node:path';
import { writeJson } from '#contract/json.ts';
import { readConfig, readVariables, type Config } from '#server/config.ts';
import { DatabaseUnavailable, QueryError, StartFailure } from '#server/db/errors.ts';
import { openMigrated } from '#server/db/open-database.ts';
import { closeDataDir } from '#server/serve/close-data-dir.ts';
import { TokenRequestError } from '#server/tokens/issue-token.ts';
import type { Command, Tools } from './command.ts';
import { COMMANDS } from './commands.ts';
import { Options } from './options.ts';
import { DemoRefused } from '#server/demo/reset-demo.ts';

/**
 * Runs one administration command (docs/operating.md, "Administration"). With `--help` it prints the usage instead.
 * @param args The arguments after the program's name
 * @param print Gets the JSON object, on one line
 * @returns the exit code: 1 if rows failed, as the command defines it
 * @throws ConfigError and StartFailure with a one-line message and the exit code: 3 if the embedded database is open
 * elsewhere
 */
export async function runCommand(args: readonly string[], print: (text: string) => void): Promise<number> {
  if (args.includes('--help')) {
    print(describe(args.slice(0, args.indexOf('--help'))));
    return 0;
  }
  const command = findCommand(args);
  const options = readOptions(command, args);
  const context = { now: new Date(), report: (line: string) => process.stderr.write(`${line}\n`) };
  if ('prepareMachine' in command) {
    const run = command.prepareMachine(options);
    print(`${writeJson(await toStartFailures(run({ env: readVariables(), clock: () => new Date() })))}\n`);
    return 0;
  }
  if ('prepareClosed' in command) {
    const run = command.prepareClosed(options);
    print(`${writeJson(await toStartFailures(run({ ...readConfig(), ...context })))}\n`);
    return 0;
  }
  const run = command.prepare(options);
  const config = readConfig();
  if (command.canCreateDatabase !== true) await requireDatabase(config);
  await closeDataDir(config.dataDir);
  const { database, applied } = await openMigrated({ ...config, isShared: true, now: context.now });
  let answer: object;
  try {
    answer = await toStartFailures(run({ database, applied, config, ...context }));
  } finally {
    await database.close();
  }
  print(`${writeJson(answer, command.indent)}\n`);
  return command.isFailure?.(answer) === true ? 1 : 0;
}

/** A command in another folder than the service would otherwise work on a new, empty database. @throws StartFailure */
async function requireDatabase({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<void> {
  if (databaseUrl !== null || (await stat(path.join(dataDir, 'postgres')).catch(() => null)) !== null) return;
  throw new StartFailure(`DATA_DIR ${dataDir} has no database: set DATA_DIR or DATABASE_URL as the service has it`);
}

/**
 * Finds a command that works on the open database and checks its options before the database is opened.
 * @returns the work, which answers the object to print
 * @throws StartFailure, also when the work runs
 */
export function prepareCommand(args: readonly string[]): (tools: Tools) => Promise<object> {
  const command = findCommand(args);
  const options = readOptions(command, args);
  if (!('prepare' in command)) throw new Error(`${command.name} does not work on an open database`);
  const run = command.prepare(options);
  return (tools) => toStartFailures(run(tools));
}

/** The usage of every command, or the options of one. */
function describe(args: readonly string[]): string {
  if (args.length === 0) {
    return [
      'Commands (docs/operating.md, "Administration"):',
      ...COMMANDS.map((command) => `  ${usage(command)}`),
      '',
    ].join('\n');
  }
  return `${usage(findCommand(args))}\n`;
}

function usage({ name, options, flags = [] }: Command): string {
  const known = [...options, ...flags].map((option) => `--${option}`).join(', ');
  return known === '' ? name : `${name}: ${known}`;
}

function readOptions({ name, options, flags }: Command, args: readonly string[]): Options {
  return new Options(args.slice(name.split(' ').length), options, flags);
}

async function toStartFailures(work: Promise<object>): Promise<object> {
  try {
    return await work;
  } catch (error) {
    throw toStartFailure(error);
  }
}

function findCommand(args: readonly string[]): Command {
  const command = COMMANDS.find(({ name }) => name === args.slice(0, name.split(' ').length).join(' '));
  if (command !== undefined) return command;
  const known = COMMANDS.map(({ name }) => name).join(', ');
  const asked = args.filter((part) => !part.startsWith('-')).join(' ');
  throw new StartFailure(
    asked === '' ? `Name a command: ${known}` : `There is no command ${asked}. Commands: ${known}`,
  );
}

function toStartFailure(error: unknown): unknown {
  if (error instanceof TokenRequestError || error instanceof DemoRefused)
    return new StartFailure(`Refused: ${error.message}`);
  if (error instanceof QueryError) return new StartFailure(`The database refused: ${error.message}`);
  if (error instanceof DatabaseUnavailable) return new StartFailure(`The database cannot be reached: ${error.message}`);
  return error;
}
