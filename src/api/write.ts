import { useMutation, type MutationOptions } from '@tanstack/react-query';
import type { Operation, Reply } from '#contract/operation.ts';
import { toast, type Toast } from '#src/ui/toasts/toast-store.ts';
import { ApiFailure } from './api-failure.ts';
import { call, type CallOptions } from './call.ts';
import { failureMessage } from './failure-message.ts';
import { invalidateTouched, scheduleInvalidation } from './invalidation.ts';
import { queryClient } from './query-client.ts';

export interface WriteOptions {
  /**
   * `now`: what the row touches is asked for anew before the write counts as done. `rest`: when a run of writes comes to
   * rest, for changes of rows that should not move under a hand. `none`: the caller sends many and invalidates once.
   */
  readonly refetch?: 'now' | 'rest' | 'none';
  /** Says in a toast that it failed: "Tag “late” could not be renamed". Left out, the form that sent it shows `error`. */
  readonly failed?: (why: string) => string;
}

/** The one way to change something: send, show a failure with its request id, and refetch what `row.touches` names. */
function writeOptions<Row extends Operation>(
  row: Row,
  { refetch = 'now', failed }: WriteOptions,
): MutationOptions<Reply<Row>, Error, CallOptions<Row>> {
  return {
    mutationKey: [row.resource, row.name],
    // Nothing of a secret in a body outlives its call.
    gcTime: 0,
    mutationFn: (options) => call(row, options),
    onSuccess: async () => {
      if (refetch === 'now') await invalidateTouched(row);
      else if (refetch === 'rest') scheduleInvalidation(row);
    },
    onError: (error) => {
      if (failed !== undefined) showFailure(error, failed);
    },
  };
}

/** One toast for a failure: what could not be done and why, with the request id, and perhaps a way to try again. */
export function showFailure(error: unknown, failed: (why: string) => string, action?: Toast['action']): void {
  const requestId = error instanceof ApiFailure ? error.requestId : null;
  toast({ kind: 'error', text: failed(failureMessage(error)), requestId, action });
}

/** A write of a component: `const { mutateAsync, isPending, error } = useWrite(createTag)`. */
export function useWrite<Row extends Operation>(row: Row, options: WriteOptions = {}) {
  return useMutation(writeOptions(row, options));
}

/**
 * The same from what lives longer than a component, such as the queue of a ticket's changes or a bulk job.
 * @throws ApiFailure, also where a toast has shown it
 */
export function write<Row extends Operation>(
  row: Row,
  variables: CallOptions<Row>,
  options: WriteOptions = {},
): Promise<Reply<Row>> {
  return queryClient.getMutationCache().build(queryClient, writeOptions(row, options)).execute(variables);
}
