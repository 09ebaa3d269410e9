/** PostgreSQL refused one statement; `code` is its SQLSTATE. */
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

/** The database cannot run a statement now: connection lost, none free in time, a time limit, or closed. */
export class DatabaseUnavailable extends Error {
  /** The SQLSTATE, if the server sent one. */
  readonly code: string | null;

  constructor(message: string, cause?: unknown, code: string | null = null) {
    super(message, { cause });
    this.name = 'DatabaseUnavailable';
    this.code = code;
  }
}

/** The reason why the service or a command cannot start, as one line, with the exit code of the process. */
export class StartFailure extends Error {
  readonly exitCode: 1 | 3;

  constructor(line: string, exitCode: 1 | 3 = 1) {
    super(line.replaceAll(/\s+/g, ' '));
    this.name = 'StartFailure';
    this.exitCode = exitCode;
  }
}

/** Turns a database error into the line that a start or a command prints; returns other errors unchanged. */
export function toStartFailure(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return new StartFailure(`The database cannot be reached: ${error.message}`);
  if (error instanceof QueryError) return new StartFailure(`The database refused: ${error.message}`);
  return error;
}
