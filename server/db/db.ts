import { writeJson } from '#contract/json.ts';

/**
 * The interface to PostgreSQL. Values are never part of the text: `sql` turns them into parameters.
 * Result types: int8 is a bigint, int4 a number, numeric a string, timestamptz an ISO 8601 text in UTC
 * with milliseconds (`2026-11-20T14:32:00.000Z`), date a text (`2026-11-20`), json parsed.
 */
export interface Db {
  query<Row extends object>(statement: Statement): Promise<Row[]>;
  /**
   * Commits when `work` resolves and rolls back when it rejects. Nested calls are savepoints.
   * @param reserve Draws ids of the handle's site just before the transaction begins, so that no other writer of the site
   * waits for its end. Reserve generously: unused ids cost nothing.
   */
  transaction<Result>(work: (db: Db) => Promise<Result>, reserve?: Reserve): Promise<Result>;
  /**
   * Returns the first of `count` consecutive new ids of a site. Inside a transaction they come from what it reserved; if too
   * few are left, it draws more itself, and other writers of the site wait until it ends.
   */
  takeIds(siteId: bigint, count: number): Promise<bigint>;
  /** As `takeIds`, for ticket numbers. */
  takeTicketNumbers(siteId: bigint, count: number): Promise<number>;
}

export interface Reserve {
  readonly ids?: number;
  /** People see gaps between ticket numbers, so reserve no more than needed. */
  readonly ticketNumbers?: number;
}

/** Enough for one change of one thing, with its audit lines and its event to several webhooks. */
export const FEW_IDS: Reserve = { ids: 64 };

/** An open database. Requests only get handles that `forSite` has bound to one site. */
export interface Database {
  /** Runs as the role of the service, behind row-level security for this site. */
  forSite(siteId: bigint): Db;
  /** Runs as the owner, over all sites: only for migrations, administration, and to find the sites that are due. */
  readonly owner: Db;
  /** Runs as the role of the service without a site: no row is visible. */
  readonly unbound: Db;
  /** The same handles with connections of their own, for what decides whether a call may run: look-ups of tokens and allowances. */
  readonly gate: Pick<Database, 'forSite' | 'unbound'>;
  /** Calls `receive` after each commit that notified the channel, and with '' if notifications may have been missed. Never rejects. */
  listen(channel: string, receive: (payload: string) => void): Promise<() => Promise<void>>;
  load(): DatabaseLoad;
  close(): Promise<void>;
}

export interface DatabaseLoad {
  /** Sessions that are open. */
  readonly connections: number;
  readonly idle: number;
  /** Calls that wait for a session. */
  readonly waiting: number;
}

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

class Fragment implements Statement {
  readonly parts: readonly string[];
  readonly values: readonly unknown[];

  constructor(parts: readonly string[], values: readonly unknown[]) {
    this.parts = parts;
    this.values = values;
  }

  get text(): string {
    return this.parts.reduce((text, part, index) => (index === 0 ? part : `${text}$${index}${part}`), '');
  }
}

/** A statement or a fragment of one. Fragments are inlined, every other value becomes a parameter. */
export function sql(strings: TemplateStringsArray, ...values: readonly unknown[]): Statement {
  const parts: string[] = [strings[0] ?? ''];
  const parameters: unknown[] = [];
  values.forEach((value, index) => {
    const after = strings[index + 1] ?? '';
    if (value instanceof Fragment) {
      const [first = '', ...rest] = value.parts;
      parts[parts.length - 1] += first;
      parts.push(...rest);
      parameters.push(...value.values);
      parts[parts.length - 1] += after;
    } else {
      parameters.push(value);
      parts.push(after);
    }
  });
  return new Fragment(parts, parameters);
}

export const EMPTY = sql``;

/** A parameter of type json or jsonb. Needed for arrays, which otherwise become PostgreSQL arrays. Keeps all digits. */
export function json(value: unknown): string {
  return writeJson(value);
}

/** Joins pieces with a constant separator, such as ` and `. */
export function joinSql(pieces: readonly Statement[], separator: ' and ' | ' or ' | ', '): Statement {
  const [first = EMPTY, ...rest] = pieces;
  const glue = new Fragment([separator], []);
  return rest.reduce((all, piece) => sql`${all}${glue}${piece}`, first);
}

/** Escapes wildcards and the escape character for LIKE. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** A LIKE pattern that matches the text anywhere. */
export function containsPattern(text: string): string {
  return `%${escapeLike(text)}%`;
}
