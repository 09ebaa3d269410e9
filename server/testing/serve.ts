import { runOrFail } from '#server/serve/run-or-fail.ts';
import { runService } from '#server/serve/run-service.ts';

// The service of main.ts, with the dashboard of a test's folder.
const [, , dist = ''] = process.argv;
await runOrFail(() => runService({ dist }));
