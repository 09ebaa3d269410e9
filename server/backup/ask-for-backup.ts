import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { StartFailure } from '#server/db/errors.ts';
import { BACKUP_SOCKET } from './backup-socket.ts';

const NOBODY: ReadonlySet<string> = new Set(['ENOENT', 'ECONNREFUSED']);

/**
 * The archive that the service makes which has DATA_DIR open, piece by piece.
 * @param refusal why the folder could not be opened here: thrown where nobody answers either
 * @throws StartFailure
 */
export async function* askForBackup(dataDir: string, refusal: unknown): AsyncGenerator<Uint8Array> {
  const answer = await ask(path.join(dataDir, BACKUP_SOCKET), refusal);
  if (answer.statusCode === 409) throw new StartFailure('The running service is making another backup', 3);
  try {
    for await (const chunk of answer) if (chunk instanceof Uint8Array) yield chunk;
  } catch (error) {
    throw brokenOff(error);
  }
}

function brokenOff(error: unknown): StartFailure {
  return new StartFailure(`The running service broke off its backup: ${String(error)}`);
}

function ask(socketPath: string, refusal: unknown): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ socketPath, method: 'POST', path: '/' }, resolve)
      .on('error', (error: NodeJS.ErrnoException) => reject(NOBODY.has(error.code ?? '') ? refusal : brokenOff(error)))
      .end();
  });
}
