import { parentPort, workerData } from 'node:worker_threads';
import { messages, protocol } from '@electric-sql/pglite';
import type { Command } from './connection.ts';
import { openPgliteEngine, type PgliteEngine } from './open-pglite-engine.ts';
import type { WorkerReply, WorkerRequest, WorkerStart } from './pglite-messages.ts';
import type { RawResult } from './read-rows.ts';

// The entry of the worker thread that runs the embedded engine: a query blocks the thread that it runs in.

const port = parentPort;
const start: WorkerStart = workerData;

class Refused extends Error {
  readonly code: string;
  readonly constraint: string | null;

  constructor(error: messages.DatabaseError) {
    super(error.message);
    this.code = error.code ?? 'XX000';
    this.constraint = error.constraint ?? null;
  }
}

/** Prepared statements of the one session. */
const prepared = new Set<string>();

async function exchange({ pg }: PgliteEngine, message: Uint8Array): Promise<RawResult> {
  const fields: { name: string; oid: number }[] = [];
  const rows: (string | null)[][] = [];
  let refused: Refused | null = null;
  let ready = false;
  for (const answer of await pg.execProtocolStream(message, { throwOnError: false, syncToFs: false })) {
    if (answer instanceof messages.DataRowMessage) rows.push(answer.fields);
    else if (answer instanceof messages.RowDescriptionMessage) {
      fields.push(...answer.fields.map((field) => ({ name: field.name, oid: field.dataTypeID })));
    } else if (answer instanceof messages.DatabaseError) refused ??= new Refused(answer);
    else if (answer.name === 'readyForQuery') ready = true;
  }
  if (refused !== null) throw refused;
  if (!ready) throw new Error('The embedded database has stopped answering');
  return { fields, rows };
}

async function run(engine: PgliteEngine, command: Command): Promise<RawResult> {
  const { text, values, name = '', prelude = '' } = command;
  if (prelude !== '') await exchange(engine, protocol.serialize.query(prelude));
  if (name !== '' && !prepared.has(name)) {
    await exchange(engine, join([protocol.serialize.parse({ name, text }), protocol.serialize.sync()]));
    prepared.add(name);
  }
  return exchange(
    engine,
    join([
      ...(name === '' ? [protocol.serialize.parse({ text })] : []),
      protocol.serialize.bind({ statement: name, values: [...values] }),
      protocol.serialize.describe({ type: 'P' }),
      protocol.serialize.execute({}),
      protocol.serialize.sync(),
    ]),
  );
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

async function answer(engine: PgliteEngine, request: WorkerRequest): Promise<WorkerReply> {
  const { id } = request;
  switch (request.kind) {
    case 'run':
      return { kind: 'answer', id, result: await run(engine, request.command) };
    case 'script':
      await exchange(engine, protocol.serialize.query(request.text));
      return { kind: 'done', id };
    case 'syncs':
      return { kind: 'count', id, count: engine.syncs() };
    case 'close':
      await engine.pg.close();
      return { kind: 'done', id };
  }
}

async function serve(): Promise<void> {
  const send = (reply: WorkerReply) => port?.postMessage(reply);
  let engine: PgliteEngine;
  try {
    engine = await openPgliteEngine(start.folder, start.durable);
  } catch (error) {
    send({ kind: 'broken', message: error instanceof Error ? error.message : String(error) });
    return;
  }
  engine.pg.onNotification((channel, payload) => send({ kind: 'notification', channel, payload }));
  let tail: Promise<void> = Promise.resolve();
  port?.on('message', (request: WorkerRequest) => {
    tail = tail.then(async () => {
      try {
        send(await answer(engine, request));
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        const refused = error instanceof Refused ? error : null;
        send({
          kind: 'refused',
          id: request.id,
          message,
          code: refused?.code ?? null,
          constraint: refused?.constraint ?? null,
        });
      }
      if (request.kind === 'close') port?.close();
    });
  });
  send({ kind: 'ready' });
}

await serve();
