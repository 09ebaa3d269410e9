/**
 * The least that GET tickets can cost: node:http that looks a token up in a Map, runs the statements of the service
 * through the service's database handle and calls JSON.stringify. Nothing is parsed, checked, counted or logged.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { openDatabase } from '#server/db/open-database.ts';
import type { Db, Statement } from '#server/db/db.ts';
import { ticketCondition } from '#server/tickets/ticket-conditions.sql.ts';
import { findTickets } from '#server/tickets/ticket-list.sql.ts';
import { readTicketSelection } from '#server/tickets/ticket-selection.ts';
import { countTallied } from '#server/tickets/ticket-tally.sql.ts';
import type { BareInput } from './bare-input.ts';

const input: BareInput = JSON.parse(process.env['BARE_INPUT'] ?? '{}');
const database = await openDatabase({ dataDir: input.dataDir, databaseUrl: input.databaseUrl });
const siteId = BigInt(input.siteId);
const tokens = new Map([[input.token, { db: database.forSite(siteId) }]]);

// JSON has no bigint; the ids of the benchmark are small.
Object.defineProperty(BigInt.prototype, 'toJSON', { value: Number });

/** The statements that the service runs for `GET tickets?limit=25`, taken once. */
async function recordStatements(): Promise<readonly [Statement, Statement]> {
  const statements: Statement[] = [];
  const recorder: Db = {
    query: (statement) => Promise.resolve((statements.push(statement), [])),
    transaction: (work) => work(recorder),
  };
  const selection = readTicketSelection({ limit: 25, skip: 0, format: 'json' }, null);
  const where = ticketCondition(selection, { siteId, agentId: null, now: new Date() });
  await countTallied(recorder, where);
  await findTickets(recorder, { where, order: 'created', isReversed: false, limit: 25, skip: 0, extensions: true });
  const [count, list] = statements;
  if (list === undefined || count === undefined) throw new Error('Two statements were expected');
  return [list, count];
}

const [list, count] = await recordStatements();

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const token = tokens.get(request.headers.authorization?.slice(7) ?? '');
  if (token === undefined) return void response.writeHead(401).end();
  const totals = await token.db.query<{ total: number }>(count);
  const items = await token.db.query(list);
  const text = JSON.stringify({ ok: true, items, total_count: totals[0]?.total });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
}

const server = createServer((request, response) => void answer(request, response));
server.listen(input.port, '127.0.0.1');
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void database.close();
});
