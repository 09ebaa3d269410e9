/**
 * The least that a GET can cost: node:http that looks token and address up in Maps, makes the statements that the service
 * makes for this call through the service's database handle, and calls JSON.stringify of their rows. Nothing is
 * parsed, checked, counted or logged.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { openDatabase } from '#server/db/open-database.ts';
import type { BareInput } from './bare-input.ts';
import { openServiceOver } from './open-service.ts';
import { recordStatements, repeatSteps, type Step } from './record-calls.ts';

const input: BareInput = JSON.parse(process.env['BARE_INPUT'] ?? '{}');
const database = await openDatabase({ dataDir: input.dataDir, databaseUrl: input.databaseUrl });

/** Each call made once by the service, with its statements. */
async function recordCalls(): Promise<Map<string, readonly Step[]>> {
  const recorder = recordStatements(database);
  const service = await openServiceOver(recorder.database, { token: input.token });
  const calls = new Map<string, readonly Step[]>();
  for (const query of input.queries) {
    recorder.take();
    await service.send('GET', query);
    calls.set(`/v1/api.ashx?resource=${query}`, recorder.take());
  }
  await service.closeApp();
  return calls;
}

const calls = await recordCalls();
// JSON has no bigint; the ids of the benchmark are small.
Object.defineProperty(BigInt.prototype, 'toJSON', { value: Number });
const tokens = new Map([[input.token, database.forSite(BigInt(input.siteId))]]);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const db = tokens.get(request.headers.authorization?.slice(7) ?? '');
  const steps = calls.get(request.url ?? '');
  if (db === undefined || steps === undefined) return void response.writeHead(401).end();
  const text = JSON.stringify({ ok: true, rows: await repeatSteps(db, steps) });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
}

const server = createServer((request, response) => void answer(request, response));
server.listen(input.port, '127.0.0.1');
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void database.close();
});
