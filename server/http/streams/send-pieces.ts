import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { LARGE_CHARACTERS, type LargePlace } from './large-answers.ts';

/** Pieces are joined to about this size before they are written to the socket. */
const WRITE_CHARACTERS = 65_536;
/** A client that reads nothing for this long is disconnected. */
const READER_MS = 30_000;

export interface PieceOptions {
  /** Flat pairs. */
  readonly headers: readonly string[];
  readonly isHead: boolean;
  /** Called before anything is sent if the response is large. @throws ApiError overloaded */
  readonly takePlace: () => Promise<LargePlace>;
  /** Called before the last byte; `isWhole` is false if the client has gone or a read failed. Not called for HEAD. */
  readonly beforeEnd: (isWhole: boolean) => Promise<void>;
}

/**
 * Writes a response in pieces and waits for slow clients, so that memory does not grow with its size. Buffers the first
 * `LARGE_CHARACTERS`: a failure until then is still sent as an error envelope, and a shorter response has a Content-Length.
 */
export async function sendPieces(
  response: ServerResponse,
  pieces: AsyncGenerator<string>,
  { headers, isHead, takePlace, beforeEnd }: PieceOptions,
): Promise<void> {
  let place: LargePlace | null = null;
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
    place = await takePlace();
    response.writeHead(200, [...headers]);
    try {
      for (;;) {
        if (text !== '' && !response.write(Buffer.from(text))) await drained(response);
        if (isDone || response.destroyed) break;
        ({ text, isDone } = await place.read(() => gather(pieces, WRITE_CHARACTERS)));
      }
    } catch (error) {
      await beforeEnd(false);
      throw error;
    }
    await beforeEnd(!response.destroyed);
    response.end();
  } finally {
    place?.release();
    await pieces.return(undefined);
  }
}

/** Sends a large response that is already complete; it holds its place until the client has read it. */
export async function sendLargeText(
  response: ServerResponse,
  text: string,
  { headers, isHead, takePlace }: Pick<PieceOptions, 'headers' | 'isHead' | 'takePlace'>,
): Promise<void> {
  if (isHead) {
    sendText(response, headers, text);
    return;
  }
  const place = await takePlace();
  try {
    const bytes = Buffer.from(text);
    response.writeHead(200, [...headers, 'Content-Length', String(bytes.length)]);
    for (let at = 0; at < bytes.length && !response.destroyed; at += WRITE_CHARACTERS) {
      if (!response.write(bytes.subarray(at, at + WRITE_CHARACTERS))) await drained(response);
    }
    response.end();
  } finally {
    place.release();
  }
}

/** Sends a complete text with its length. Node drops the body for HEAD. */
function sendText(response: ServerResponse, headers: readonly string[], text: string): void {
  const length = Buffer.byteLength(text);
  response.writeHead(200, [...headers, 'Content-Length', String(length)]);
  // Equal lengths mean ASCII, which Node writes faster as latin1.
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

/** Waits until the socket accepts more data, or the client has gone. */
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
