import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartFailure } from '#server/db/errors.ts';
import { CsvItems, NotUtf8 } from './csv-items.ts';
import { JsonItems } from './json-items.ts';
import type { JsonObject } from './values.ts';
import { XmlItems } from './xml-items.ts';

/** A file of an export. */
export interface ExportFile {
  /** Its path inside the folder. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

/** An object of a file, and where it is, such as `tickets.json item 7`. */
export type ExportItem = { readonly place: string } & ({ readonly value: JsonObject } | { readonly problem: string });

const READ = /\.(?:json|jsonl|ndjson|xml|csv)$/i;

/** The files of a folder and of those in it, in the order of their names. @throws StartFailure */
export async function listExport(
  folder: string,
): Promise<{ readonly files: ExportFile[]; readonly ignored: string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    throw new StartFailure(`--dir ${folder} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`);
  });
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
  const files: ExportFile[] = [];
  const ignored: string[] = [];
  for (const file of paths) {
    const name = path.relative(folder, file);
    if (READ.test(name)) files.push({ name, path: file, bytes: (await stat(file)).size });
    else ignored.push(name);
  }
  return { files, ignored };
}

/** The names of the columns of a CSV file; null if it is not UTF-8 or broken, which `readExport` reports. */
export async function readHeader(file: ExportFile): Promise<readonly string[] | null> {
  const items = new CsvItems();
  try {
    for await (const chunk of createReadStream(file.path)) {
      items.push(chunk);
      if (items.header !== undefined) return items.header;
    }
    items.end();
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
  }
  return items.header ?? null;
}

/**
 * The objects of a file, one at a time.
 * @param lists Names of lists in a page of an API
 * @param watch Passes the bytes on
 */
export async function* readExport(
  file: ExportFile,
  lists: readonly string[],
  watch: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>,
): AsyncGenerator<ExportItem> {
  const bytes = watch(createReadStream(file.path));
  if (/\.csv$/i.test(file.name)) {
    yield* readCsv(file, bytes);
    return;
  }
  const items = /\.xml$/i.test(file.name) ? new XmlItems() : new JsonItems(lists);
  let count = 0;
  const place = () => {
    count += 1;
    return `${file.name} item ${count}`;
  };
  for await (const chunk of bytes) {
    for (const found of items.push(chunk)) yield { place: place(), ...found };
  }
  for (const found of items.end()) yield { place: place(), ...found };
}

async function* readCsv(file: ExportFile, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ExportItem> {
  const items = new CsvItems();
  try {
    for await (const chunk of bytes) {
      for (const { line, ...item } of items.push(chunk)) yield { place: `${file.name} line ${line}`, ...item };
    }
    for (const { line, ...item } of items.end()) yield { place: `${file.name} line ${line}`, ...item };
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    yield { place: file.name, problem: `${error.message}; nothing after it is read` };
  }
}
