import { AsyncLocalStorage } from 'node:async_hooks';
import { holderOf, type Command, type Connection, type ConnectionSource, type Principal } from './connection.ts';
import type { Db, Reserve, Statement } from './db.ts';
import { encodeParameter } from './encode-parameter.ts';
import { QueryError } from './errors.ts';
import { readRows } from './read-rows.ts';
import { drawStatement, requireDrawn, ReservedIds, type DrawnRow } from './site-sequence.ts';
import type { StatementNames } from './statement-names.ts';

/** An open transaction, or a savepoint inside one. */
interface Scope {
  readonly source: ConnectionSource;
  readonly parent: Scope | null;
  readonly afterCommit: (() => void)[];
  open: boolean;
}

// Using an outer handle inside a transaction takes a second session, which can deadlock with the first, so refuse it.
const scopes = new AsyncLocalStorage<Scope>();

function refuseOuterHandle(source: ConnectionSource, own: Scope | null): void {
  let scope = scopes.getStore() ?? null;
  if (scope === own || scope === null || scope.source !== source || !scope.open) return;
  for (scope = scope.parent; scope !== null; scope = scope.parent) if (scope === own) break;
  if (scope === own) throw new Error('A transaction was given an outer database handle: use the one its callback gets');
}

/**
 * Calls `work` once the caller's transaction has committed, and not after a rollback; immediately outside of a transaction.
 * @param work Must not throw.
 */
export function afterCommit(work: () => void): void {
  const scope = scopes.getStore();
  if (scope?.open === true) scope.afterCommit.push(work);
  else work();
}

/** Creates the handles of one pool, which share the names of prepared statements. */
export class EngineHandles {
  readonly #source: ConnectionSource;
  readonly #names: StatementNames | null;

  /** @param names Null if sessions do not keep prepared statements. */
  constructor(source: ConnectionSource, names: StatementNames | null) {
    this.#source = source;
    this.#names = names;
  }

  handle(principal: Principal): Db {
    const source = this.#source;
    const names = principal.role === 'app' ? this.#names : null;
    const holder = holderOf(principal);
    const draw = async (siteId: bigint, reserve: Reserve): Promise<DrawnRow> => {
      refuseOuterHandle(source, null);
      const command = commandOf(drawStatement(siteId, reserve), null);
      const result = await source.use(holder, (connection) => connection.draw(principal, command));
      return requireDrawn(readRows<DrawnRow>(result), siteId);
    };
    return {
      async query<Row extends object>(statement: Statement): Promise<Row[]> {
        refuseOuterHandle(source, null);
        const command = commandOf(statement, names);
        return source.useAlone(holder, async (connection) => {
          try {
            return readRows<Row>(await connection.runAlone(principal, command));
          } catch (error) {
            if (command.name === undefined || !isStalePlan(error)) throw error;
            names?.drop(command.text);
            const { text, values } = command;
            return readRows<Row>(await connection.runAlone(principal, { text, values }));
          }
        });
      },
      async takeIds(siteId: bigint, count: number): Promise<bigint> {
        return (await draw(siteId, { ids: count })).id;
      },
      async takeTicketNumbers(siteId: bigint, count: number): Promise<number> {
        return (await draw(siteId, { ticketNumbers: count })).number;
      },
      async transaction<Result>(work: (db: Db) => Promise<Result>, reserve?: Reserve): Promise<Result> {
        refuseOuterHandle(source, null);
        return source.use(holder, async (connection) => {
          // Not awaited: the server runs it before the first statement, without a round trip of its own.
          const reserved = reserve === undefined ? null : reserveIds(connection, principal, reserve, names);
          connection.begin(principal);
          const scope: Scope = { source, parent: null, afterCommit: [], open: true };
          const db = new TransactionDb(connection, { scope, depth: 1, names, reserved });
          return finish(db, scope, work, {
            commit: () => connection.script('commit'),
            rollback: () => connection.script('rollback'),
          });
        });
      },
    };
  }
}

/** Never rejects. Without a result the transaction draws by itself, and reports why that fails. */
async function reserveIds(
  connection: Connection,
  principal: Principal,
  reserve: Reserve,
  names: StatementNames | null,
): Promise<ReservedIds | null> {
  if (principal.role === 'owner' || principal.siteId === null) return null;
  const { siteId } = principal;
  const command = commandOf(drawStatement(siteId, reserve), names);
  try {
    const rows = readRows<DrawnRow>(await connection.draw(principal, command));
    return new ReservedIds(siteId, requireDrawn(rows, siteId), reserve);
  } catch (error) {
    if (isStalePlan(error)) names?.drop(command.text);
    return null;
  }
}

interface Ending {
  readonly commit: () => Promise<void>;
  readonly rollback: () => Promise<void>;
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
    await ending.commit();
    if (scope.parent === null) for (const work of scope.afterCommit) work();
    else scope.parent.afterCommit.push(...scope.afterCommit);
    return result;
  } catch (error) {
    await db.settle().catch(() => undefined);
    // A lost connection has already rolled back. Report the first error, not that of the rollback.
    await ending.rollback().catch(() => undefined);
    throw error;
  }
}

interface Transaction {
  readonly scope: Scope;
  readonly depth: number;
  readonly names: StatementNames | null;
  /** Shared with its savepoints. */
  readonly reserved: Promise<ReservedIds | null> | null;
}

class TransactionDb implements Db {
  readonly #connection: Connection;
  readonly #scope: Scope;
  readonly #depth: number;
  readonly #names: StatementNames | null;
  readonly #reserved: Promise<ReservedIds | null> | null;
  #tail: Promise<unknown> = Promise.resolve();
  #failure: Error | null = null;

  constructor(connection: Connection, { scope, depth, names, reserved }: Transaction) {
    this.#connection = connection;
    this.#scope = scope;
    this.#depth = depth;
    this.#names = names;
    this.#reserved = reserved;
  }

  async query<Row extends object>(statement: Statement): Promise<Row[]> {
    this.#check();
    const command = commandOf(statement, this.#names);
    return this.#next(async () => {
      try {
        return readRows<Row>(await this.#connection.run(command));
      } catch (error) {
        this.#failure ??= error instanceof Error ? error : new Error(String(error));
        if (isStalePlan(error)) this.#names?.drop(command.text);
        throw error;
      }
    });
  }

  async takeIds(siteId: bigint, count: number): Promise<bigint> {
    this.#check();
    return (await this.#reservedBy(siteId))?.takeIds(count) ?? (await this.#draw(siteId, { ids: count })).id;
  }

  async takeTicketNumbers(siteId: bigint, count: number): Promise<number> {
    this.#check();
    const reserved = (await this.#reservedBy(siteId))?.takeTicketNumbers(count);
    return reserved ?? (await this.#draw(siteId, { ticketNumbers: count })).number;
  }

  async #reservedBy(siteId: bigint): Promise<ReservedIds | null> {
    const reserved = await this.#reserved;
    return reserved?.siteId === siteId ? reserved : null;
  }

  async #draw(siteId: bigint, reserve: Reserve): Promise<DrawnRow> {
    return requireDrawn(await this.query<DrawnRow>(drawStatement(siteId, reserve)), siteId);
  }

  /** Takes what the outermost transaction reserved: it alone can draw before it begins. */
  async transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    this.#check();
    return this.#next(async () => {
      const savepoint = `nested_${this.#depth}`;
      await this.#connection.script(`savepoint ${savepoint}`);
      const scope: Scope = { source: this.#scope.source, parent: this.#scope, afterCommit: [], open: true };
      const inner = { scope, depth: this.#depth + 1, names: this.#names, reserved: this.#reserved };
      const db = new TransactionDb(this.#connection, inner);
      return finish(db, scope, work, {
        commit: () => this.#connection.script(`release savepoint ${savepoint}`),
        rollback: () => this.#connection.script(`rollback to savepoint ${savepoint}; release savepoint ${savepoint}`),
      });
    });
  }

  /** Closes the handle, waits for running statements, and throws if one failed: the transaction cannot be committed. */
  async settle(): Promise<void> {
    this.#scope.open = false;
    await this.#tail;
    if (this.#failure !== null) throw this.#failure;
  }

  #check(): void {
    if (!this.#scope.open) throw new Error('This transaction has ended');
    refuseOuterHandle(this.#scope.source, this.#scope);
  }

  /** Runs tasks one at a time, in call order: savepoints must not interleave. */
  #next<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#tail.then(task);
    this.#tail = result.catch(() => undefined);
    return result;
  }
}

function commandOf(statement: Statement, names: StatementNames | null): Command {
  const { text } = statement;
  const name = names?.nameOf(text);
  const values = statement.values.map(encodeParameter);
  return name === undefined ? { text, values } : { text, values, name };
}

/** Another node's migration has changed a table of a prepared statement. */
function isStalePlan(error: unknown): boolean {
  return error instanceof QueryError && error.code === '0A000' && error.message.includes('cached plan');
}
