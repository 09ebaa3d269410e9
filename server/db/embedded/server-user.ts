import { execFile, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { chown, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** An account of this machine. */
interface Account {
  readonly uid: number;
  readonly gid: number;
}

const NOBODY: Account = { uid: 65_534, gid: 65_534 };

/** Runs PostgreSQL's programs as an unprivileged account, since they refuse to run as root. */
export class ServerUser {
  /** Null if the programs can run as this process's account. */
  readonly #account: Account | null;
  readonly #hasSetpriv: boolean;

  private constructor(account: Account | null, hasSetpriv: boolean) {
    this.#account = account;
    this.#hasSetpriv = hasSetpriv;
  }

  /** @param folder of the cluster, which may be absent. An existing folder keeps its owner. */
  static async find(folder: string): Promise<ServerUser> {
    const isRoot = process.getuid?.() === 0;
    const owner = isRoot ? await stat(folder).catch(() => null) : null;
    const account = owner !== null && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : await readNobody();
    return new ServerUser(isRoot ? account : null, process.platform === 'linux' && (await canSetpriv()));
  }

  /** The end of an error message with advice for programs that do not start; may be empty. */
  get advice(): string {
    if (this.#account === null || this.#hasSetpriv) return '';
    return '; PostgreSQL does not run as root: install util-linux, which has setpriv, or let other accounts enter the folders of the packages and of DATA_DIR';
  }

  /** Gives the account ownership of a folder and everything in it. */
  async own(folder: string): Promise<void> {
    if (this.#account !== null) await changeOwner(folder, this.#account);
  }

  /**
   * Starts a program. With util-linux it ends together with this process, and may read packages and data below folders that
   * the account cannot enter, such as `/root`.
   */
  spawn(program: string, args: readonly string[]): ChildProcess {
    const account = this.#account;
    // Its own process group: Ctrl-C in a terminal reaches the whole group, and the service still needs its database.
    const options: SpawnOptions = { stdio: ['ignore', 'pipe', 'pipe'], detached: process.platform !== 'win32' };
    if (!this.#hasSetpriv) return spawn(program, args, { ...options, ...account });
    const become =
      account === null
        ? []
        : [
            `--reuid=${account.uid}`,
            `--regid=${account.gid}`,
            '--clear-groups',
            // Without it access() ignores the capability, and PostgreSQL checks its programs with access().
            '--securebits=+no_setuid_fixup',
            '--inh-caps=+dac_override',
            '--ambient-caps=+dac_override',
          ];
    return spawn('setpriv', [...become, '--pdeathsig=INT', program, ...args], options);
  }
}

async function canSetpriv(): Promise<boolean> {
  return run('setpriv', ['--pdeathsig=INT', 'true']).then(
    () => true,
    () => false,
  );
}

async function readNobody(): Promise<Account> {
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const [, , uid, gid] =
    accounts
      .split('\n')
      .find((line) => line.startsWith('nobody:'))
      ?.split(':') ?? [];
  return uid === undefined || gid === undefined ? NOBODY : { uid: Number(uid), gid: Number(gid) };
}

async function changeOwner(place: string, { uid, gid }: Account): Promise<void> {
  const { uid: owner } = await stat(place);
  if (owner === uid) return;
  for (const entry of await readdir(place, { withFileTypes: true })) {
    const inside = path.join(place, entry.name);
    if (entry.isDirectory()) await changeOwner(inside, { uid, gid });
    else await chown(inside, uid, gid);
  }
  await chown(place, uid, gid);
}
