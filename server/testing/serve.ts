import { runOrFail } from '#server/serve/run-or-fail.ts';
import { runService } from '#server/serve/run-service.ts';

// The service as main.ts starts it, with a dashboard from the folder that a test names.
const [, , dist = ''] = process.argv;
await runOrFail(() => runService({ dist }));
