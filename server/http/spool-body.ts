import { createWriteStream, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error.ts';
import { receive } from './read-body.ts';

export interface SpooledBody {
  readonly file: string;
  readonly isUtf8: boolean;
}

/**
 * Writes a body to a file as it comes, so that memory does not grow with it. The file is gone again when this throws.
 * @throws ApiError as `readBody`, and overloaded when the disk does not take it.
 */
export async function spoolBody(request: IncomingMessage, limit: number, file: string): Promise<SpooledBody> {
  const stream = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let failure: Error | null = null;
  // Heard of at the latest when the file is ended.
  stream.on('error', (error) => (failure ??= error));
  const check = (chunk: Uint8Array | undefined) => {
    try {
      if (isUtf8) decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      isUtf8 = false;
    }
  };
  try {
    await receive(request, limit, (chunk) => {
      check(chunk);
      if (stream.write(chunk) || failure !== null) return;
      request.pause();
      const goOn = () => {
        stream.off('drain', goOn).off('close', goOn);
        request.resume();
      };
      stream.on('drain', goOn).on('close', goOn);
    });
    check(undefined);
    await end(stream, failure);
    return { file, isUtf8 };
  } catch (error) {
    stream.destroy();
    await rm(file, { force: true });
    throw error;
  }
}

function end(stream: WriteStream, failure: Error | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new ApiError('overloaded', 'The file could not be stored', { retryAfterSeconds: 30 }));
    if (failure !== null || stream.destroyed) return refuse();
    stream.once('error', refuse);
    stream.end(resolve);
  });
}
