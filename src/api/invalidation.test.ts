import { QueryObserver } from '@tanstack/react-query';
import { ApiFailure } from './api-failure.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { invalidateTouched } from './invalidation.ts';
import { queryClient } from './query-client.ts';

afterEach(() => queryClient.clear());

/** A list whose answers are given by hand, in the order of its calls. */
function heldList(key: string) {
  const answers: ((rows: readonly string[]) => void)[] = [];
  const signals: AbortSignal[] = [];
  const options = {
    queryKey: [key, 'list'],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => {
      signals.push(signal);
      return new Promise<readonly string[]>((resolve) => answers.push(resolve));
    },
  };
  return { answers, signals, options };
}

test('a first load that began before a write is repeated, and its old answer is dropped', async () => {
  const { answers, signals, options } = heldList('notes');
  const observer = new QueryObserver(queryClient, options);
  const stop = observer.subscribe(() => undefined);
  const written = invalidateTouched({ touches: ['notes'] });
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  answers[0]?.(['before']);
  answers[1]?.(['before', 'added']);
  await written;
  expect(observer.getCurrentResult().data).toEqual(['before', 'added']);
  stop();
});

test('a load without an observer resolves with the answer of after the write', async () => {
  const { answers, options } = heldList('notes');
  const loaded = queryClient.fetchQuery(options);
  const written = invalidateTouched({ touches: ['notes'] });
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[0]?.(['before']);
  answers[1]?.(['before', 'added']);
  await written;
  expect(await loaded).toEqual(['before', 'added']);
});

test('a load of a resource that the write does not touch continues', async () => {
  const { answers, options } = heldList('tags');
  const loaded = queryClient.fetchQuery(options);
  await invalidateTouched({ touches: ['notes'] });
  answers[0]?.(['late']);
  expect(await loaded).toEqual(['late']);
  expect(answers).toHaveLength(1);
});

test('a write does not wait for a failing refetch, which continues behind it', async () => {
  const options = {
    queryKey: ['notes', 'list'],
    queryFn: (): Promise<readonly string[]> => Promise.reject(new ApiFailure('network', 'no answer')),
    initialData: ['before'],
  };
  const observer = new QueryObserver(queryClient, options);
  const stop = observer.subscribe(() => undefined);
  await invalidateTouched({ touches: ['notes'] });
  expect(observer.getCurrentResult()).toMatchObject({ fetchStatus: 'fetching', failureCount: 1, data: ['before'] });
  stop();
});
