import { QueryObserver } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiFailure } from '#src/api/api-failure.ts';
import { keepPreferences, keptPreferences, type KeptPreferences } from '#src/api/kept-preferences.ts';
import { queryClient } from '#src/api/query-client.ts';
import { announce } from '#src/ui/announce.ts';
import { toast } from '#src/ui/toast-store.ts';
import { whyFailed } from './describe-change.ts';
import { messages } from './stars-messages.ts';

/** A list of more would be refused by the filter that shows it. */
export const MOST_STARS = 200;
/** Each star has a name of its own, so that stars set in two places at once both stay. */
const PREFIX = 'star:';

let stars: ReadonlyMap<number, number> = new Map();
const listeners = new Set<() => void>();
let stop: (() => void) | null = null;

/** The numbers of the starred tickets, the newest star first, each with the second in which it was set. */
export function useStars(): ReadonlyMap<number, number> {
  return useSyncExternalStore(subscribe, () => stars);
}

export function useIsStarred(ticketNumber: number): boolean {
  return useSyncExternalStore(subscribe, () => stars.has(ticketNumber));
}

/** Sets the star of a ticket or takes it away. */
export async function toggleStar(ticketNumber: number): Promise<void> {
  const kept = starsIn(await queryClient.ensureQueryData(keptPreferences()));
  const isOn = !kept.has(ticketNumber);
  if (isOn && kept.size >= MOST_STARS) return void toast({ kind: 'info', text: messages.most(MOST_STARS) });
  try {
    const value = isOn ? Math.floor(Date.now() / 1000) : null;
    announce(isOn ? messages.starred(String(ticketNumber)) : messages.unstarred(String(ticketNumber)));
    await keepPreferences({ [PREFIX + ticketNumber]: value });
  } catch (error) {
    toast({
      kind: 'error',
      text: messages.failed(String(ticketNumber), whyFailed(error)),
      requestId: error instanceof ApiFailure ? error.requestId : null,
    });
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  stop ??= start();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    // With the last star out of sight: the next may be another person's.
    stop?.();
    stop = null;
    stars = new Map();
  };
}

function start(): () => void {
  const observer = new QueryObserver(queryClient, keptPreferences());
  const { data } = observer.getCurrentResult();
  if (data !== undefined) stars = starsIn(data);
  return observer.subscribe((result) => {
    if (result.data === undefined) return;
    stars = starsIn(result.data);
    for (const listener of listeners) listener();
  });
}

function starsIn(values: KeptPreferences): ReadonlyMap<number, number> {
  const found = Object.entries(values).flatMap(([key, value]): [number, number][] =>
    /^star:[0-9]{1,9}$/.test(key) && typeof value === 'number' ? [[Number(key.slice(PREFIX.length)), value]] : [],
  );
  return new Map(found.toSorted(([, a], [, b]) => b - a).slice(0, MOST_STARS));
}
