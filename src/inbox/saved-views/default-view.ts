import { useQuery } from '@tanstack/react-query';
import { savePersonalPreferences, personalPreferences } from '#src/api/personal-preferences.ts';

const KEY = 'default_view';

/** Id of the view that the inbox opens with, null for none; undefined while that is unknown. */
export function useDefaultView(): string | null | undefined {
  const { data } = useQuery(personalPreferences());
  if (data === undefined) return undefined;
  const value = data[KEY];
  return typeof value === 'string' && /^[1-9][0-9]{0,18}$/.test(value) ? value : null;
}

/** @throws ApiFailure */
export async function setDefaultView(id: string | null): Promise<void> {
  await savePersonalPreferences({ [KEY]: id });
}
