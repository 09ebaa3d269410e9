import type { Operation, Reply } from '#contract/operation.ts';

export interface OperationInput {
  /** Parameters as in a URL; undefined ones are left out. */
  readonly query?: Readonly<Record<string, string | number | bigint | undefined>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Runs operations of the contract for a tool. Each is a call of the token, with its allowance, scope, checks and log line. */
export interface Operations {
  /** When the message arrived. */
  readonly now: Date;
  /** @throws ApiError as the same call of the API does */
  run<Row extends Operation>(row: Row, input: OperationInput): Promise<Reply<Row>>;
}
