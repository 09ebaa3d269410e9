import { Worker } from 'node:worker_threads';
import { SessionState, type Command, type Connection, type Principal } from './connection.ts';
import { DatabaseUnavailable, QueryError } from './errors.ts';
import type { WorkerReply, WorkerRequest, WorkerStart } from './pglite-messages.ts';
import type { RawResult } from './read-rows.ts';

type WithoutId<Request> = Request extends WorkerRequest ? Omit<Request, 'id'> : never;
type Reply = Extract<WorkerReply, { id: number }>;

interface Waiting {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
}

/** The main thread's end of the worker: the one session that the embedded engine has. */
export class PgliteSession implements Connection {
  readonly session = new SessionState();
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #notify: (channel: string, payload: string) => void;
  #nextId = 1;
  #ended: DatabaseUnavailable | null = null;

  private constructor(worker: Worker, notify: (channel: string, payload: string) => void) {
    this.#worker = worker;
    this.#notify = notify;
  }

  /** @throws Error with the engine's words when it does not start. */
  static async start(start: WorkerStart, notify: (channel: string, payload: string) => void): Promise<PgliteSession> {
    const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: start });
    const session = new PgliteSession(worker, notify);
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (reply: WorkerReply) => {
        if (reply.kind === 'ready') resolve();
        else if (reply.kind === 'broken') reject(new Error(reply.message));
        else session.#receive(reply);
      });
      worker.on('error', (error) => {
        session.#end(new DatabaseUnavailable('The embedded database has failed', error));
        reject(error);
      });
      worker.on('exit', () => {
        session.#end(new DatabaseUnavailable('The embedded database is closed'));
        reject(new Error('The embedded database ended while it was starting'));
      });
    });
    return session;
  }

  async run(command: Command): Promise<RawResult> {
    const reply = await this.#ask({ kind: 'run', command });
    return reply.kind === 'answer' ? reply.result : { fields: [], rows: [] };
  }

  async begin(_principal: Principal, prelude: string): Promise<void> {
    await this.run({ text: 'begin', values: [], prelude });
  }

  async script(text: string): Promise<void> {
    await this.#ask({ kind: 'script', text });
  }

  async countSyncs(): Promise<number> {
    const reply = await this.#ask({ kind: 'syncs' });
    return reply.kind === 'count' ? reply.count : 0;
  }

  /** Closes the engine's files and ends the thread. */
  async close(): Promise<void> {
    await this.#ask({ kind: 'close' });
    await this.#worker.terminate();
  }

  #ask(request: WithoutId<WorkerRequest>): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== null) {
        reject(this.#ended);
        return;
      }
      const id = this.#nextId;
      this.#nextId += 1;
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ ...request, id } satisfies WorkerRequest);
    });
  }

  #receive(reply: Reply | Extract<WorkerReply, { kind: 'notification' }>): void {
    if (reply.kind === 'notification') {
      this.#notify(reply.channel, reply.payload);
      return;
    }
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.kind !== 'refused') waiting?.resolve(reply);
    else if (reply.code !== null) waiting?.reject(new QueryError(reply.message, reply.code, reply.constraint));
    else waiting?.reject(new DatabaseUnavailable(reply.message));
  }

  #end(error: DatabaseUnavailable): void {
    this.#ended ??= error;
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }
}
