/**
 * CPU time of one GET over a demo site of 5,000 tickets, for each resource of the document that has one: our service
 * against bare-server.ts. Rounds of both take turns, so that a busy machine hits both alike; the figure
 * is the median of the rounds' ratios.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { endProcess } from '#tools/setup/end-process.ts';
import { findFreePort } from '#server/db/embedded/free-port.ts';
import { ROOT } from '#tools/setup/run-command.ts';
import { fillSite } from './fill-site.ts';
import { median } from './measure.ts';
import { serviceEnv } from './open-service.ts';
import { withPostgres } from './with-postgres.ts';
import type { BareInput } from './bare-input.ts';

const GOAL = 1.25;
const ROUNDS = 5;
const CALLS = 300;
const CONNECTIONS = 8;
const FLAGS = ['--disable-warning=ExperimentalWarning', '--import', './bench/report-cpu.ts'];

interface Server {
  readonly process: ChildProcess;
  readonly port: number;
}

async function startServer(script: string, port: number, env: Record<string, string>): Promise<Server> {
  const child = spawn(process.execPath, [...FLAGS, script], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
  });
  return { process: child, port };
}

function readCpu(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.process.once('message', (microseconds) => resolve(Number(microseconds)));
    server.process.send('cpu');
  });
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

interface Target {
  readonly port: number;
  readonly token: string;
}

function callOnce({ port, token }: Target, query: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        port,
        host: '127.0.0.1',
        agent,
        path: `/v1/api.ashx?resource=${query}`,
        headers: { authorization: `Bearer ${token}` },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (response.statusCode === 200) resolve(text);
          else reject(new Error(`${query}: ${response.statusCode}: ${text}`));
        });
      },
    );
    call.on('error', reject);
    call.end();
  });
}

/** Microseconds of CPU for one call, over a round of calls. */
async function measure(server: Server, token: string, query: string): Promise<number> {
  const target = { port: server.port, token };
  const before = await readCpu(server);
  let left = CALLS;
  async function work(): Promise<void> {
    for (; left > 0;) {
      left -= 1;
      await callOnce(target, query);
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return ((await readCpu(server)) - before) / CALLS;
}

async function waitFor(target: Target, query: string): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await callOnce(target, query);
    } catch (error) {
      if (tries > 200) throw error;
      await wait(100);
    }
  }
}

const Items = z.object({ items: z.array(z.looseObject({})) });

/** One GET of each resource, with what it needs to find something. */
async function findQueries(target: Target): Promise<string[]> {
  const first = async (query: string, field: string) => {
    const text = await waitFor(target, `${query}&limit=1`);
    const { data = {}, ...top } = JSON.parse(text);
    return encodeURIComponent(String(Items.parse({ ...top, ...data }).items[0]?.[field]));
  };
  const id = await first('tickets', 'id');
  const email = await first('customer_identities', 'email');
  const session = await first('ai_sessions', 'session_id');
  return [
    'tickets&limit=25',
    `ticket&id=${id}`,
    `customer&email=${email}`,
    'customer_identities&limit=25',
    'csat',
    'feedback&limit=25',
    'business_calendar',
    'ai_usage',
    'ai_insights',
    'ai_limits',
    'usage',
    'health',
    'migrate_status',
    'conversation_starters',
    'handoffs&limit=25',
    `transcripts&sessionId=${session}`,
    'visitors&limit=25',
    'tags',
    'webhook_subscriptions',
  ];
}

async function compare(engine: string, folder: string, databaseUrl: string | null): Promise<void> {
  const data = join(folder, 'ours');
  const appSecret = serviceEnv(databaseUrl);
  const { siteId, token } = await fillSite(data, 5_000, appSecret);
  const bareData = join(folder, 'bare');
  if (databaseUrl === null) await cp(data, bareData, { recursive: true });

  const port = await findFreePort();
  const ours = await startServer('server/main.ts', port, {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: data,
    ...appSecret,
  });
  const servers = [ours];
  try {
    const queries = await findQueries({ port, token });
    const barePort = await findFreePort();
    const bareInput: BareInput = { port: barePort, dataDir: bareData, databaseUrl, siteId, token, queries };
    const bare = await startServer('bench/bare-server.ts', barePort, { BARE_INPUT: JSON.stringify(bareInput) });
    servers.push(bare);
    for (const query of queries) await compareOne(engine, { bare, ours, token }, query);
  } finally {
    agent.destroy();
    await Promise.all(servers.map((server) => endProcess(server.process, 'SIGTERM')));
  }
}

interface Pair {
  readonly bare: Server;
  readonly ours: Server;
  readonly token: string;
}

async function compareOne(engine: string, { bare, ours, token }: Pair, query: string): Promise<void> {
  await waitFor({ port: bare.port, token }, query);
  for (const server of [bare, ours]) await measure(server, token, query);
  const rounds: { bare: number; ours: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ bare: await measure(bare, token, query), ours: await measure(ours, token, query) });
  }
  const ratio = median(rounds.map((round) => round.ours / round.bare));
  const [oursMicros, bareMicros] = [
    median(rounds.map((round) => round.ours)),
    median(rounds.map((round) => round.bare)),
  ];
  console.log(
    `${ratio > GOAL ? 'OVER ' : ''}GET ${query} on ${engine}: ${ratio.toFixed(2)} times the CPU of the bare server (${oursMicros.toFixed(0)} µs against ` +
      `${bareMicros.toFixed(0)} µs; goal ${GOAL})`,
  );
  if (ratio > GOAL) process.exitCode = 1;
}

const folder = await mkdtemp(join(tmpdir(), 'support-console-bench-'));
try {
  await withPostgres((url) => compare('PostgreSQL', join(folder, 'postgres'), url));
} finally {
  await rm(folder, { recursive: true, force: true });
}
