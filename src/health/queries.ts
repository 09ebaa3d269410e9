import { getHealthOverview } from '#contract/health-overview.ts';
import { getMigrationStatus } from '#contract/migration.ts';
import { getHealth } from '#contract/site.ts';
import { queryClient, shouldRetry } from '#src/api/query-client.ts';
import { read } from '#src/api/read.ts';

/** All that the page says, in one call. @param since the visit before */
export function overviewOptions(since: string | null) {
  return patient(read(getHealthOverview, since === null ? {} : { since }));
}

/** What a service without the overview says. */
export function healthOptions() {
  return patient(read(getHealth));
}

export function migrationOptions() {
  return patient(read(getMigrationStatus));
}

/** The page asks again by itself, and later after each failure: only a first load is tried anew at once. */
function patient<Options extends { readonly queryKey: readonly unknown[] }>(options: Options) {
  return {
    ...options,
    refetchOnWindowFocus: false,
    retry: (failures: number, error: unknown) =>
      queryClient.getQueryData(options.queryKey) === undefined && shouldRetry(failures, error),
  };
}
