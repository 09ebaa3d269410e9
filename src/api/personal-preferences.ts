import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { write } from './write.ts';
import { getPreferences, updatePreferences } from '#contract/personal.ts';
import { queryClient } from './query-client.ts';
import { sessionOwner } from '#src/session/session-store.ts';
import { isFramed, storage } from '#src/browser/storage.ts';
import { isWholeService, whoamiOptions, writesOwn } from './whoami.ts';

export type PersonalPreferences = Readonly<Record<string, unknown>>;

/** Preferences of a person: stored with the token where the service can and the session may, else in this browser. */
export function personalPreferences() {
  const isKept = isKeptByService();
  return queryOptions<PersonalPreferences>({
    queryKey: [getPreferences.resource, isKept ? 'service' : `browser ${siteId()}`],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      isKept ? (await call(getPreferences, { signal, priority: 'background' })).values : readLocal(),
  });
}

/** Choices are shown and sent in the order in which they were made: of two the second one counts. */
let shown: Promise<unknown> = Promise.resolve();
let sent: Promise<unknown> = Promise.resolve();

/**
 * Shown at once and saved behind it. @param choose answers what changes, upon what is shown; null takes a value away
 * @throws ApiFailure, with everything as it was
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
  // The token of a frame is many people's.
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
