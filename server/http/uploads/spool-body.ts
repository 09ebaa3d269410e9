import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { WriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { ApiError } from '#server/operation/api-error.ts';
import { receive } from '#server/http/read-body.ts';

export interface SpooledBody {
  readonly file: string;
  readonly isUtf8: boolean;
  readonly sha256: string;
}

/**
 * Writes a body to a file while it arrives, so that memory does not grow with its size. Deletes the file if it throws.
 * @throws ApiError as `readBody`, and overloaded if writing to the disk fails.
 */
export async function spoolBody(request: IncomingMessage, limit: number, file: string): Promise<SpooledBody> {
  const stream = (await open(file, 'wx', 0o600).catch(refuseDisk)).createWriteStream();
  // `end` reports a failure.
  stream.on('error', () => undefined);
  const check = utf8Checker();
  const hash = createHash('sha256');
  try {
    await receive(request, limit, (chunk) => {
      check.take(chunk);
      hash.update(chunk);
      if (stream.write(chunk) || stream.destroyed) return;
      request.pause();
      const resume = () => {
        stream.off('drain', resume).off('close', resume);
        request.resume();
      };
      stream.on('drain', resume).on('close', resume);
    });
    await end(stream);
    return { file, isUtf8: check.end(), sha256: hash.digest('hex') };
  } catch (error) {
    await close(stream);
    await rm(file, { force: true });
    throw error;
  }
}

function utf8Checker(): { take(chunk: Uint8Array): void; end(): boolean } {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isGood = true;
  const decode = (chunk?: Uint8Array) => {
    try {
      if (isGood) decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      isGood = false;
    }
  };
  return {
    take: decode,
    end: () => {
      decode();
      return isGood;
    },
  };
}

function end(stream: WriteStream): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.once('close', () => (stream.writableFinished ? resolve() : reject(diskFailure())));
    if (stream.closed) reject(diskFailure());
    else stream.end();
  });
}

function close(stream: WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.closed) resolve();
    else stream.once('close', resolve).destroy();
  });
}

function refuseDisk(): never {
  throw diskFailure();
}

function diskFailure(): ApiError {
  return new ApiError('overloaded', 'The file could not be stored', { retryAfterSeconds: 30 });
}
