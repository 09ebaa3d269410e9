/** The engine refused one statement; `code` is the SQLSTATE of PostgreSQL's list, the same on both engines. */
export class QueryError extends Error {
  readonly code: string;
  readonly constraint: string | null;

  constructor(message: string, code: string, constraint: string | null = null) {
    super(message);
    this.name = 'QueryError';
    this.code = code;
    this.constraint = constraint;
  }
}

/** No statement can be run now: connection lost, none free in time, a time limit, or the engine has ended. */
export class DatabaseUnavailable extends Error {
  /** The SQLSTATE, where the server gave one. */
  readonly code: string | null;

  constructor(message: string, cause?: unknown, code: string | null = null) {
    super(message, { cause });
    this.name = 'DatabaseUnavailable';
    this.code = code;
  }
}

/** Why the service or a command cannot start: one line for people and the exit code of the process. */
export class StartFailure extends Error {
  readonly exitCode: 1 | 3;

  constructor(line: string, exitCode: 1 | 3 = 1) {
    super(line.replaceAll(/\s+/g, ' '));
    this.name = 'StartFailure';
    this.exitCode = exitCode;
  }
}
