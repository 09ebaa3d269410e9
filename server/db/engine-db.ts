import { AsyncLocalStorage } from 'node:async_hooks';
import { holderOf, type Command, type Connection, type ConnectionSource, type Principal } from './connection.ts';
import type { Db, Statement } from './db.ts';
import { encodeParameter } from './encode-parameter.ts';
import { QueryError } from './errors.ts';
import { readRows } from './read-rows.ts';
import { StatementNames } from './statement-names.ts';

/** An open transaction, or a savepoint inside one. */
interface Scope {
  readonly source: ConnectionSource;
  readonly parent: Scope | null;
  open: boolean;
}

// On the embedded engine an outer handle inside a transaction would wait for itself for ever: it fails at once instead.
const scopes = new AsyncLocalStorage<Scope>();

function refuseOuterHandle(source: ConnectionSource, own: Scope | null): void {
  let scope = scopes.getStore() ?? null;
  if (scope === own || scope === null || scope.source !== source || !scope.open) return;
  for (scope = scope.parent; scope !== null; scope = scope.parent) if (scope === own) break;
  if (scope === own) throw new Error('A transaction was given an outer database handle: use the one its callback gets');
}

/** Makes the handles of one engine; prepared statements are named over all of them. */
export class EngineHandles {
  readonly #source: ConnectionSource;
  readonly #names = new StatementNames();

  constructor(source: ConnectionSource) {
    this.#source = source;
  }

  handle(principal: Principal): Db {
    const source = this.#source;
    const names = this.#names;
    const holder = holderOf(principal);
    const nameOf = (text: string) => (principal.role === 'app' ? names.nameOf(text) : undefined);
    return {
      async query<Row extends object>(statement: Statement): Promise<Row[]> {
        refuseOuterHandle(source, null);
        const command = commandOf(statement, nameOf);
        return source.use(holder, async (connection) => {
          const prelude = connection.session.switchTo(principal);
          try {
            const result = await connection.run({ ...command, prelude });
            connection.session.switched(principal);
            return readRows<Row>(result);
          } catch (error) {
            if (prelude !== '') connection.session.forget();
            if (command.name === undefined || !isStalePlan(error)) throw error;
            names.drop(command.text);
            const again = connection.session.switchTo(principal);
            const result = await connection.run({ text: command.text, values: command.values, prelude: again });
            connection.session.switched(principal);
            return readRows<Row>(result);
          }
        });
      },
      async transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
        refuseOuterHandle(source, null);
        return source.use(holder, async (connection) => {
          await enter(connection, principal);
          const scope: Scope = { source, parent: null, open: true };
          const db = new TransactionDb(connection, scope, 1, nameOf);
          return finish(db, scope, work, {
            keep: () => connection.script('commit'),
            drop: () => connection.script('rollback'),
          });
        });
      },
    };
  }
}

async function enter(connection: Connection, principal: Principal): Promise<void> {
  const prelude = connection.session.switchTo(principal);
  try {
    await connection.begin(principal, prelude);
    connection.session.switched(principal);
  } catch (error) {
    connection.session.forget();
    throw error;
  }
}

interface Ending {
  readonly keep: () => Promise<void>;
  readonly drop: () => Promise<void>;
}

async function finish<Result>(
  db: TransactionDb,
  scope: Scope,
  work: (db: Db) => Promise<Result>,
  ending: Ending,
): Promise<Result> {
  try {
    const result = await scopes.run(scope, () => work(db));
    await db.settle();
    await ending.keep();
    return result;
  } catch (error) {
    await db.settle().catch(() => undefined);
    // A lost connection has rolled back already; the first error says more than a second one.
    await ending.drop().catch(() => undefined);
    throw error;
  }
}

class TransactionDb implements Db {
  readonly #connection: Connection;
  readonly #scope: Scope;
  readonly #depth: number;
  readonly #nameOf: (text: string) => string | undefined;
  #tail: Promise<unknown> = Promise.resolve();
  #failure: Error | null = null;

  constructor(connection: Connection, scope: Scope, depth: number, nameOf: (text: string) => string | undefined) {
    this.#connection = connection;
    this.#scope = scope;
    this.#depth = depth;
    this.#nameOf = nameOf;
  }

  async query<Row extends object>(statement: Statement): Promise<Row[]> {
    this.#check();
    const command = commandOf(statement, this.#nameOf);
    return this.#next(async () => {
      try {
        return readRows<Row>(await this.#connection.run(command));
      } catch (error) {
        this.#failure ??= error instanceof Error ? error : new Error(String(error));
        throw error;
      }
    });
  }

  async transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    this.#check();
    return this.#next(async () => {
      const savepoint = `nested_${this.#depth}`;
      await this.#connection.script(`savepoint ${savepoint}`);
      const scope: Scope = { source: this.#scope.source, parent: this.#scope, open: true };
      const db = new TransactionDb(this.#connection, scope, this.#depth + 1, this.#nameOf);
      return finish(db, scope, work, {
        keep: () => this.#connection.script(`release savepoint ${savepoint}`),
        drop: () => this.#connection.script(`rollback to savepoint ${savepoint}; release savepoint ${savepoint}`),
      });
    });
  }

  /** Ends the handle, waits for what still runs, and throws when a statement failed: its work cannot be committed. */
  async settle(): Promise<void> {
    this.#scope.open = false;
    await this.#tail;
    if (this.#failure !== null) throw this.#failure;
  }

  #check(): void {
    if (!this.#scope.open) throw new Error('This transaction has ended');
    refuseOuterHandle(this.#scope.source, this.#scope);
  }

  /** One thing at a time, in the order of the calls: savepoints must not interleave. */
  #next<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#tail.then(task);
    this.#tail = result.catch(() => undefined);
    return result;
  }
}

function commandOf(statement: Statement, nameOf: (text: string) => string | undefined): Command {
  const { text } = statement;
  const name = nameOf(text);
  const values = statement.values.map(encodeParameter);
  return name === undefined ? { text, values } : { text, values, name };
}

/** A migration of another node changed a table under a prepared statement. */
function isStalePlan(error: unknown): boolean {
  return error instanceof QueryError && error.code === '0A000' && error.message.includes('cached plan');
}
