import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureModules } from '#tools/setup/ensure-modules.ts';
import { ROOT, runNode } from '#tools/setup/run-command.ts';

await ensureModules();
// The service serves dist as well, so one has to exist; the page to look at is vite's.
if (!existsSync(join(ROOT, 'dist', 'index.html'))) {
  const { code } = await runNode(['tools/build/build.ts'], { output: 'show' });
  if (code !== 0) process.exit(1);
}

const host = process.env['HOST'] ?? '127.0.0.1';
const target = `http://${host}:${process.env['PORT'] ?? '8080'}`;
const [{ createServer }, { serveDocuments }] = await Promise.all([import('vite'), import('./serve-documents.ts')]);
const vite = await createServer({
  root: ROOT,
  plugins: [serveDocuments(process.env)],
  server: { host, proxy: { '/v1': target, '/healthz': target, '/readyz': target } },
});
await vite.listen();
const address = vite.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';

// The links that the service prints lead to the page with hot reload.
const service = spawn(
  process.execPath,
  ['--disable-warning=ExperimentalWarning', '--watch', '--watch-preserve-output', 'server/main.ts'],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, DEMO: process.env['DEMO'] ?? '1', PUBLIC_URL: process.env['PUBLIC_URL'] ?? address },
  },
);
process.stderr.write(`Dashboard with hot reload: ${address}\n`);

let isClosing = false;
async function close(signal: NodeJS.Signals): Promise<void> {
  if (isClosing) return;
  isClosing = true;
  service.kill(signal);
  await vite.close();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void close(signal));
service.on('exit', () => void close('SIGTERM').then(() => process.exit(0)));
