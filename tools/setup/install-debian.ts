import { existsSync } from 'node:fs';
import { runCommand } from './run-command.ts';

/** Whether packages of Debian (or Ubuntu) may be installed here. */
export function mayInstallDebian(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Installs packages by apt-get, without questions. False if it fails; the reason is on standard error. */
export async function installDebian(...packages: readonly string[]): Promise<boolean> {
  process.stderr.write(`Installing ${packages.join(', ')} by apt-get …\n`);
  const options = { output: 'keep', env: { DEBIAN_FRONTEND: 'noninteractive' } } as const;
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const { code, text } = await runCommand('apt-get', ['-q', '-o', 'Acquire::Retries=3', ...args], options);
    if (code === 0) continue;
    process.stderr.write(`${text}\napt-get ${args[0]} failed\n`);
    return false;
  }
  return true;
}
