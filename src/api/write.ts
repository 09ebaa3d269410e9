import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { writeJson } from '#contract/json.ts';
import type { Operation, Reply } from '#contract/operation.ts';
import { randomId } from '#src/browser/random-id.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast, type Toast } from '#src/ui/toasts/toast-store.ts';
import type { Undoable, UndoOutcome } from '#src/undo/undo-entry.ts';
import { beginUndo } from '#src/undo/undo.ts';
import { ApiFailure } from './api-failure.ts';
import { call, type CallOptions } from './call.ts';
import { failureMessage } from './failure-message.ts';
import { invalidateTouched, scheduleInvalidation } from './invalidation.ts';

/** Says in a toast what failed: "Tag “late” could not be renamed". Left out, the form that sent it shows `error`. */
type Failed = (why: string, error: unknown) => string;

export interface WriteOptions {
  /**
   * `now`: the write counts as done after the refetch. `rest`: refetches after a run of writes, for rows that should
   * not move under a hand. `none`: the caller sends many and invalidates once.
   */
  readonly refetch?: 'now' | 'rest' | 'none';
  readonly failed?: Failed | undefined;
}

interface ActionOptions<Result> {
  readonly failed?: Failed | undefined;
  /** A second call waits for the first instead of doing nothing: for choices such as a colour. */
  readonly queues?: boolean;
  /** Shows the change before it is saved, and returns the function that reverts it; see `patchQueries`. */
  readonly optimistic?: () => Promise<() => void>;
  /** The change and its inverse, often `undo: inverse(...)`; null if there is nothing to undo. */
  readonly undo?: (result: Result) => Undoable | null;
}

interface ActionState {
  readonly isBusy: boolean;
  /** The failure of the last call, for the form; null if a toast shows it. */
  readonly error: Error | null;
  /** Forgets the failure. */
  readonly reset: () => void;
}

interface Action extends ActionState {
  /**
   * Runs it and returns its result. Null if it failed, or while another one runs: a second press does nothing. It
   * never throws.
   */
  readonly act: <Result>(run: () => Promise<Result | null>, options?: ActionOptions<Result>) => Promise<Result | null>;
}

interface Write<Row extends Operation> extends ActionState {
  /**
   * Sends it and returns the reply; null as `act` does.
   * @param variables the request, or a function that finds it first, such as by a read, and returns null if there is
   * nothing to send. Its exception counts as the failure.
   * @param options override those of the hook
   */
  readonly write: (
    variables: CallOptions<Row> | (() => Promise<CallOptions<Row> | null>),
    options?: UseWriteOptions<Row>,
  ) => Promise<Reply<Row> | null>;
}

interface UseWriteOptions<Row extends Operation> extends WriteOptions, ActionOptions<Reply<Row>> {}

/**
 * The one way for a component to write: `const { write, isBusy, error } = useWrite(createTag)`. It acts once, reserves
 * its place for Ctrl Z, refetches the resources in `row.touches`, offers the inverse and reports a failure. Every
 * retry of a keyed row with the same content carries the same key until an answer has come, so the service acts once
 * too.
 */
export function useWrite<Row extends Operation>(row: Row, defaults: UseWriteOptions<Row> = {}): Write<Row> {
  const { act, ...state } = useAction();
  const lastTry = useRef<{ readonly content: string; readonly key: string } | null>(null);

  function withKey(options: CallOptions<Row>): CallOptions<Row> {
    if (!row.keyed) return options;
    const content = writeJson([options.query, options.body]);
    if (lastTry.current?.content !== content) lastTry.current = { content, key: randomId() };
    return { ...options, idempotencyKey: lastTry.current.key };
  }

  const write: Write<Row>['write'] = (variables, options) => {
    const { refetch, ...rest } = { ...defaults, ...options };
    return act(async () => {
      const wanted = typeof variables === 'function' ? await variables() : variables;
      if (wanted === null) return null;
      const reply = await send(row, withKey(wanted), refetch);
      lastTry.current = null;
      return reply;
    }, rest);
  };
  return { write, ...state };
}

/** The same for several writes, or perhaps none, such as a list that is revoked in blocks. */
export function useAction(): Action {
  // A second press may come before the first one has been drawn.
  const running = useRef<Promise<void> | null>(null);
  const { mutateAsync, isPending, error, reset } = useMutation({
    // Nothing of a secret in a body outlives its call.
    gcTime: 0,
    mutationFn: (run: () => Promise<void>) => run(),
  });

  async function act<Result>(
    run: () => Promise<Result | null>,
    { failed, optimistic, undo, queues = false }: ActionOptions<Result> = {},
  ): Promise<Result | null> {
    const before = running.current;
    if (before !== null && !queues) return null;
    const turn = Promise.withResolvers<void>();
    running.current = turn.promise;
    const settleUndo = undo === undefined ? null : beginUndo();
    let result: Result | null = null;
    try {
      await mutateAsync(async () => {
        const rollback = await optimistic?.();
        try {
          await before;
          result = await run();
        } catch (failure) {
          rollback?.();
          if (failed === undefined) throw failure;
          showFailure(failure, failed);
        }
      });
      settleUndo?.(result === null ? null : (undo?.(result) ?? null));
      return result;
    } catch {
      // It is in `error`.
      settleUndo?.(null);
      return null;
    } finally {
      turn.resolve();
      if (running.current === turn.promise) running.current = null;
    }
  }
  return { act, isBusy: isPending, error, reset };
}

/**
 * The same outside a component, such as in the queue of a ticket's changes.
 * @throws ApiFailure, also if a toast has shown it
 */
export async function write<Row extends Operation>(
  row: Row,
  variables: CallOptions<Row>,
  { refetch, failed }: WriteOptions = {},
): Promise<Reply<Row>> {
  try {
    return await send(row, variables, refetch);
  } catch (error) {
    if (failed !== undefined) showFailure(error, failed);
    throw error;
  }
}

interface InverseOptions {
  /** The toast for a failed undo. */
  readonly failed: Failed;
  /** Read out after the undo. */
  readonly done?: string;
  /** Behind the words that it was undone. */
  readonly note?: string;
}

/**
 * The inverse of a change that is one write: `offerUndo({ text, undo: inverse(updateTag, { body: old }, { failed })
 * })`.
 */
export function inverse<Row extends Operation>(
  row: Row,
  variables: CallOptions<Row>,
  { failed, done, note }: InverseOptions,
): () => Promise<UndoOutcome> {
  return async () => {
    try {
      await write(row, variables, { failed });
    } catch {
      return { state: 'failed' };
    }
    if (done !== undefined) announce(done);
    return note === undefined ? { state: 'undone' } : { state: 'undone', note };
  };
}

/** One toast for a failure: what could not be done and why, with the request id, and perhaps a way to try again. */
export function showFailure(error: unknown, failed: Failed, action?: Toast['action']): void {
  const requestId = error instanceof ApiFailure ? error.requestId : null;
  toast({ kind: 'error', text: failed(failureMessage(error), error), requestId, action });
}

async function send<Row extends Operation>(
  row: Row,
  variables: CallOptions<Row>,
  refetch: WriteOptions['refetch'] = 'now',
): Promise<Reply<Row>> {
  const reply = await call(row, variables);
  if (refetch === 'now') await invalidateTouched(row);
  else if (refetch === 'rest') scheduleInvalidation(row);
  return reply;
}
