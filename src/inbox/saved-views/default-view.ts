import { useQuery } from '@tanstack/react-query';
import { keepPreferences, keptPreferences } from '#src/api/kept-preferences.ts';

const KEY = 'default_view';

/** Id of the view that the inbox opens with, null for none; undefined while that is unknown. */
export function useDefaultView(): string | null | undefined {
  const { data } = useQuery(keptPreferences());
  if (data === undefined) return undefined;
  const value = data[KEY];
  return typeof value === 'string' && /^[1-9][0-9]{0,18}$/.test(value) ? value : null;
}

/** @throws ApiFailure */
export async function setDefaultView(id: string | null): Promise<void> {
  await keepPreferences({ [KEY]: id });
}
