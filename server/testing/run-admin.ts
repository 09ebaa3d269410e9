import { prepareCommand } from '#server/admin/run-command.ts';
import { TEST_SECRET, type TestService } from './service.ts';

/** Runs an admin command on the database of a test's service, at the service's time. */
export function runAdminOn(
  { database, clock }: Pick<TestService, 'database' | 'clock'>,
  ...args: readonly string[]
): Promise<Record<string, unknown>> {
  const tools = {
    database,
    applied: [],
    now: clock.now(),
    config: { aiPrices: new Map(), appSecret: TEST_SECRET, appSecretPrevious: null, dataDir: '' },
    report: () => undefined,
  };
  return prepareCommand(args)(tools).then((answer) => ({ ...answer }));
}
