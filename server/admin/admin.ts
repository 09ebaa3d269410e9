import { runOrFail } from '#server/serve/run-or-fail.ts';
import { runCommand } from './run-command.ts';

await runOrFail(async () => {
  process.exitCode = await runCommand(process.argv.slice(2), (text) => process.stdout.write(text));
});
