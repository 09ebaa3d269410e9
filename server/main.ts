import path from 'node:path';
import { runOrFail } from './serve/run-or-fail.ts';
import { runService } from './serve/run-service.ts';

await runOrFail(() => runService({ dist: path.join(import.meta.dirname, '../dist') }));
