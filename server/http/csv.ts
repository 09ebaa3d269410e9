import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { csvLine } from '#contract/csv-cell.ts';
import type { CsvReply } from '#server/operation/call.ts';

/** `tickets-2026-11-21.csv`. */
export function csvFileName(file: string, now: Date): string {
  return `${file}-${now.toISOString().slice(0, 10)}.csv`;
}

export interface CsvFile extends CsvReply {
  readonly file: string;
  readonly columns: readonly string[];
}

interface CsvOptions {
  readonly now: Date;
  readonly isHead: boolean;
  /** Called before the last byte: how many rows were written, and whether the reader stayed to the end. */
  readonly beforeEnd: (rows: number, isWhole: boolean) => Promise<void>;
}

/**
 * Writes batch after batch and waits where the reader is slow, so that memory does not grow with the file. The first
 * batch is asked for before anything is sent: what fails there is still an error envelope.
 */
export async function sendCsv(
  response: ServerResponse,
  headers: readonly string[],
  reply: CsvFile,
  { now, isHead, beforeEnd }: CsvOptions,
): Promise<void> {
  const batches = reply.csv[Symbol.asyncIterator]();
  let rows = 0;
  try {
    let batch = await batches.next();
    response.writeHead(200, [
      ...headers,
      'Content-Type',
      'text/csv; charset=utf-8',
      'Content-Disposition',
      `attachment; filename="${csvFileName(reply.file, now)}"`,
    ]);
    if (isHead) {
      response.end();
      return;
    }
    response.write(csvLine(reply.columns));
    while (batch.done !== true && !response.destroyed) {
      rows += batch.value.length;
      const text = batch.value.map((row) => csvLine(reply.columns.map((column) => row[column]))).join('');
      if (text !== '' && !response.write(text)) await drained(response);
      batch = await batches.next();
    }
  } finally {
    await batches.return?.();
  }
  await beforeEnd(rows, !response.destroyed);
  response.end();
}

/** Until there is room again, or the reader has gone. */
async function drained(response: ServerResponse): Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  try {
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  } finally {
    stop.abort();
  }
}
