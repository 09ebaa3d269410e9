import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { write } from './write.ts';
import { getPreferences, updatePreferences } from '#contract/personal.ts';
import { queryClient } from './query-client.ts';
import { sessionOwner } from '#src/session/session-store.ts';
import { isFramed, storage } from '#src/browser/storage.ts';
import { isWholeService, whoamiOptions, writesOwn } from './whoami.ts';

export type PersonalPreferences = Readonly<Record<string, unknown>>;

/** A person's preferences: stored with the token if the service can and the session may, else in this browser. */
export function personalPreferences() {
  const isKept = isKeptByService();
  return queryOptions<PersonalPreferences>({
    queryKey: [getPreferences.resource, isKept ? 'service' : `browser ${siteId()}`],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      isKept ? (await call(getPreferences, { signal, priority: 'background' })).values : readLocal(),
  });
}

/** Choices are shown and sent in order: of two, the second counts. */
let shown: Promise<unknown> = Promise.resolve();
let sent: Promise<unknown> = Promise.resolve();

/**
 * Shows the change at once and saves it. @param choose returns the changes to the shown values; null removes one
 * @throws ApiFailure, with everything reverted
 */
export async function savePersonalPreferences(
  choose: (values: PersonalPreferences) => PersonalPreferences,
): Promise<void> {
  const { queryKey } = personalPreferences();
  const turn = shown.then(async () => {
    await queryClient.cancelQueries({ queryKey });
    const values = queryClient.getQueryData(queryKey) ?? {};
    const chosen = choose(values);
    queryClient.setQueryData(queryKey, merge(values, chosen));
    return { before: values, changes: chosen };
  });
  shown = turn.catch(() => undefined);
  const { before, changes } = await turn;
  if (Object.keys(changes).length === 0) return;
  try {
    if (isKeptByService()) {
      const body = { values: { ...changes } };
      const saved = sent.then(() => write(updatePreferences, { body }, { refetch: 'none' }));
      sent = saved.catch(() => undefined);
      await saved;
    } else storage.device.set(localKey(), JSON.stringify(merge(readLocal(), changes)));
  } catch (error) {
    const undone = Object.fromEntries(Object.keys(changes).map((key) => [key, before[key] ?? null]));
    queryClient.setQueryData(queryKey, (values) => merge(values ?? {}, undone));
    throw error;
  }
}

function isKeptByService(): boolean {
  // Many people share the token of a frame.
  if (isFramed) return false;
  const whoami = queryClient.getQueryData(whoamiOptions().queryKey);
  return whoami !== undefined && isWholeService(whoami) && writesOwn(whoami);
}

function siteId(): string {
  return sessionOwner()?.siteId ?? '';
}

function localKey(): string {
  return `kept-${siteId()}`;
}

function readLocal(): PersonalPreferences {
  try {
    const value: unknown = JSON.parse(storage.device.get(localKey()) ?? '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

function merge(values: PersonalPreferences, changes: PersonalPreferences): PersonalPreferences {
  return Object.fromEntries(Object.entries({ ...values, ...changes }).filter(([, value]) => value !== null));
}
