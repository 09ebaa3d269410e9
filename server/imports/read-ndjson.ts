import { parseJson } from '#contract/json.ts';
import type { ImportLine } from './import-lines.ts';

/** Larger than a ticket with the maximum comments; a longer line is certainly a mistake. */
const MAX_BYTES = 16 * 1_048_576;
const NEWLINE = 10;
const BOM = '\uFEFF';

/**
 * Streams a file of one JSON object per line. Skips blank lines; invalid UTF-8, invalid JSON and lines over 16 MiB are
 * faults of that line alone. Lines count from 1.
 */
export async function* readNdjson(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ImportLine> {
  let line = 0;
  for await (const found of splitLines(bytes)) {
    line += 1;
    if ('problem' in found) {
      yield lineOf(line, found);
      continue;
    }
    const text = (line === 1 && found.text.startsWith(BOM) ? found.text.slice(1) : found.text).trim();
    if (text !== '') yield lineOf(line, readObject(text));
  }
}

function lineOf(line: number, found: { readonly value: object } | { readonly problem: string }): ImportLine {
  const place = `line ${line}`;
  if ('value' in found) return { place, value: found.value };
  return { place, fault: { code: 'bad_request', message: `the line ${found.problem}` } };
}

function readObject(text: string): { readonly value: object } | { readonly problem: string } {
  try {
    const value = parseJson(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value };
    return { problem: 'is not a JSON object' };
  } catch {
    return { problem: 'is not JSON' };
  }
}

type Found = { readonly text: string } | { readonly problem: string };

async function* splitLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Found> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  const take = (piece: Uint8Array) => {
    length += piece.length;
    if (length <= MAX_BYTES) pieces.push(piece);
    else pieces = [];
  };
  const end = (): Found => {
    const found = length > MAX_BYTES ? { problem: `is over ${MAX_BYTES} bytes` } : decode(pieces);
    pieces = [];
    length = 0;
    return found;
  };
  for await (const chunk of bytes) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, at));
      yield end();
      from = at + 1;
    }
    take(chunk.subarray(from));
  }
  if (length > 0) yield end();
}

function decode(pieces: readonly Uint8Array[]): Found {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(pieces)) };
  } catch {
    return { problem: 'is not UTF-8' };
  }
}
