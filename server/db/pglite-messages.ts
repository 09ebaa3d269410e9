import type { Command } from './connection.ts';
import type { RawResult } from './read-rows.ts';

/** Start parameters of a worker. */
export interface WorkerStart {
  /** Folder of the database files; made when absent. */
  readonly folder: string;
  /** False only in tests: nothing is written through to the disk. */
  readonly durable: boolean;
}

export type WorkerRequest =
  | { readonly id: number; readonly kind: 'run'; readonly command: Command }
  | { readonly id: number; readonly kind: 'script'; readonly text: string }
  | { readonly id: number; readonly kind: 'syncs' }
  | { readonly id: number; readonly kind: 'close' };

export type WorkerReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'broken'; readonly message: string }
  | { readonly kind: 'notification'; readonly channel: string; readonly payload: string }
  | { readonly kind: 'answer'; readonly id: number; readonly result: RawResult }
  | { readonly kind: 'count'; readonly id: number; readonly count: number }
  | { readonly kind: 'done'; readonly id: number }
  | {
      readonly kind: 'refused';
      readonly id: number;
      readonly message: string;
      /** Null when the engine itself has failed, not the statement. */
      readonly code: string | null;
      readonly constraint: string | null;
    };
