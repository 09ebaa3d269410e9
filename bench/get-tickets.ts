/**
 * CPU time of one `GET tickets?limit=25` over 5,000 tickets: our service against bare-server.ts, on each engine. Rounds
 * of both take turns, so that a busy machine hits both alike; the figure is the median of the rounds' ratios.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endProcess } from '#tools/service/end-process.ts';
import { findFreePort } from '#tools/service/free-port.ts';
import { ROOT } from '#tools/setup/run-command.ts';
import { fillSite } from './fill-site.ts';
import { median } from './measure.ts';
import { serviceEnv } from './open-service.ts';
import { withPostgres } from './with-postgres.ts';
import type { BareInput } from './bare-input.ts';

const GOAL = 1.25;
const ROUNDS = 7;
const CALLS = 400;
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

function callOnce(port: number, token: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        port,
        host: '127.0.0.1',
        agent,
        path: '/v1/api.ashx?resource=tickets&limit=25',
        headers: { authorization: `Bearer ${token}` },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (response.statusCode === 200) resolve(text);
          else reject(new Error(`${response.statusCode}: ${text}`));
        });
      },
    );
    call.on('error', reject);
    call.end();
  });
}

/** Microseconds of CPU for one call, over a round of calls. */
async function measure(server: Server, token: string, calls: number): Promise<number> {
  const before = await readCpu(server);
  let left = calls;
  async function work(): Promise<void> {
    for (; left > 0;) {
      left -= 1;
      await callOnce(server.port, token);
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return ((await readCpu(server)) - before) / calls;
}

async function waitFor(port: number, token: string): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await callOnce(port, token);
    } catch (error) {
      if (tries > 200) throw error;
      await wait(100);
    }
  }
}

async function compare(engine: string, folder: string, databaseUrl: string | null): Promise<void> {
  const data = join(folder, 'ours');
  const appSecret = serviceEnv(databaseUrl);
  const { siteId, token } = await fillSite(data, 5_000, appSecret);
  const bareData = join(folder, 'bare');
  if (databaseUrl === null) await cp(data, bareData, { recursive: true });

  const bareInput: BareInput = { port: await findFreePort(), dataDir: bareData, databaseUrl, siteId, token };
  const bare = await startServer('bench/bare-server.ts', bareInput.port, { BARE_INPUT: JSON.stringify(bareInput) });
  const port = await findFreePort();
  const ours = await startServer('server/main.ts', port, {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: data,
    ...appSecret,
  });
  try {
    const texts = [await waitFor(bare.port, token), await waitFor(ours.port, token)];
    const counts = texts.map((text) => /"total_count":(\d+)/.exec(text)?.[1]);
    if (counts[0] !== counts[1]) throw new Error(`The servers answer differently: ${counts.join(' and ')} tickets`);

    for (const server of [bare, ours, bare, ours]) await measure(server, token, CALLS);
    const rounds: { bare: number; ours: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ bare: await measure(bare, token, CALLS), ours: await measure(ours, token, CALLS) });
    }
    const ratio = median(rounds.map((round) => round.ours / round.bare));
    const times = `${median(rounds.map((round) => round.ours)).toFixed(0)} µs against ${median(rounds.map((round) => round.bare)).toFixed(0)} µs`;
    console.log(
      `GET tickets on ${engine}: ${ratio.toFixed(2)} times the CPU of the bare server (${times}; goal ${GOAL})`,
    );
  } finally {
    agent.destroy();
    await Promise.all([endProcess(bare.process, 'SIGTERM'), endProcess(ours.process, 'SIGTERM')]);
  }
}

const folder = await mkdtemp(join(tmpdir(), 'support-console-bench-'));
try {
  await compare('PGlite', join(folder, 'pglite'), null);
  await withPostgres((url) => compare('PostgreSQL', join(folder, 'postgres'), url));
} finally {
  await rm(folder, { recursive: true, force: true });
}
