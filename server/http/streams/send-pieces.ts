import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { LARGE_CHARACTERS } from './large-answers.ts';

/** Texts are gathered to about this size before they are handed to the socket. */
const WRITE_CHARACTERS = 65_536;
/** A reader that does not take in half a minute what lies ready has gone. */
const READER_MS = 30_000;

export interface PieceOptions {
  /** Flat pairs. */
  readonly headers: readonly string[];
  readonly isHead: boolean;
  /** Called when the answer turns out to be a large one, before anything is sent. @throws ApiError overloaded */
  readonly takePlace: () => Promise<() => void>;
  /** Called before the last byte; `isWhole` is false where the reader has gone or a part could not be read. Not for a HEAD. */
  readonly beforeEnd: (isWhole: boolean) => Promise<void>;
}

/**
 * Writes an answer piece by piece and waits where the reader is slow, so that memory does not grow with the answer.
 * Nothing is sent before the first `LARGE_CHARACTERS` are there or the end: what fails until then is still an error
 * envelope, and an answer that ends before has its length in a header.
 */
export async function sendPieces(
  response: ServerResponse,
  pieces: AsyncGenerator<string>,
  { headers, isHead, takePlace, beforeEnd }: PieceOptions,
): Promise<void> {
  let release: (() => void) | null = null;
  try {
    let { text, isDone } = await gather(pieces, LARGE_CHARACTERS);
    if (isDone) {
      if (!isHead) await beforeEnd(!response.destroyed);
      sendText(response, headers, text);
      return;
    }
    if (isHead) {
      response.writeHead(200, [...headers]);
      response.end();
      return;
    }
    release = await takePlace();
    response.writeHead(200, [...headers]);
    try {
      for (;;) {
        if (text !== '' && !response.write(Buffer.from(text))) await drained(response);
        if (isDone || response.destroyed) break;
        ({ text, isDone } = await gather(pieces, WRITE_CHARACTERS));
      }
    } catch (error) {
      await beforeEnd(false);
      throw error;
    }
    await beforeEnd(!response.destroyed);
    response.end();
  } finally {
    release?.();
    await pieces.return(undefined);
  }
}

/** A large answer that is whole already: it keeps its place until its reader has it. */
export async function sendLargeText(
  response: ServerResponse,
  text: string,
  { headers, isHead, takePlace }: Pick<PieceOptions, 'headers' | 'isHead' | 'takePlace'>,
): Promise<void> {
  if (isHead) {
    sendText(response, headers, text);
    return;
  }
  const release = await takePlace();
  try {
    const bytes = Buffer.from(text);
    response.writeHead(200, [...headers, 'Content-Length', String(bytes.length)]);
    for (let at = 0; at < bytes.length && !response.destroyed; at += WRITE_CHARACTERS) {
      if (!response.write(bytes.subarray(at, at + WRITE_CHARACTERS))) await drained(response);
    }
    response.end();
  } finally {
    release();
  }
}

/** A text that is whole, with its length. A HEAD gets the headers alone. */
function sendText(response: ServerResponse, headers: readonly string[], text: string): void {
  const length = Buffer.byteLength(text);
  response.writeHead(200, [...headers, 'Content-Length', String(length)]);
  // Plain ASCII needs no encoding, and the socket takes it at half the price.
  if (length === text.length) response.end(text, 'latin1');
  else response.end(text);
}

async function gather(
  pieces: AsyncGenerator<string>,
  characters: number,
): Promise<{ readonly text: string; readonly isDone: boolean }> {
  let text = '';
  while (text.length < characters) {
    const piece = await pieces.next();
    if (piece.done === true) return { text, isDone: true };
    text += piece.value;
  }
  return { text, isDone: false };
}

/** Until there is room again, or the reader has gone. */
async function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  const stop = new AbortController();
  const { signal } = stop;
  const timer = setTimeout(() => response.destroy(), READER_MS);
  try {
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}
