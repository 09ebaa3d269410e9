import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseJson, writeJson } from '#contract/json.ts';

const FLUSH_BYTES = 1_048_576;

/**
 * Values by key, in a temporary file: comments and ratings that an export has in other files than their tickets. In memory are
 * only their places. Values come back as they were written, in order.
 */
export class Spool<Value> {
  readonly #handle: FileHandle;
  readonly #folder: string;
  readonly #places = new Map<string, number[]>();
  readonly #read: (value: unknown) => Value;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #bytes = 0;

  private constructor(handle: FileHandle, folder: string, read: (value: unknown) => Value) {
    this.#handle = handle;
    this.#folder = folder;
    this.#read = read;
  }

  /** @param read Gives a value its type again */
  static async open<Value>(read: (value: unknown) => Value): Promise<Spool<Value>> {
    const folder = await mkdtemp(path.join(tmpdir(), 'support-console-move-in-'));
    const handle = await open(path.join(folder, 'rows'), 'wx+', 0o600);
    // Without a name the texts are gone with the process, even if it is killed. Windows refuses, and keeps it until the end.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    return new Spool(handle, folder, read);
  }

  async add(key: string, value: Value): Promise<void> {
    const bytes = Buffer.from(writeJson(value));
    const places = this.#places.get(key) ?? [];
    places.push(this.#bytes, bytes.length);
    this.#places.set(key, places);
    this.#pending.push(bytes);
    this.#bytes += bytes.length;
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes >= FLUSH_BYTES) await this.#flush();
  }

  keys(): IterableIterator<string> {
    return this.#places.keys();
  }

  async get(key: string): Promise<Value[]> {
    await this.#flush();
    const places = this.#places.get(key) ?? [];
    const values: Value[] = [];
    for (let at = 0; at < places.length; at += 2) {
      const [position = 0, length = 0] = [places[at], places[at + 1]];
      const { buffer } = await this.#handle.read(Buffer.alloc(length), 0, length, position);
      values.push(this.#read(parseJson(buffer.toString())));
    }
    return values;
  }

  /** Closes and deletes the file. */
  async close(): Promise<void> {
    await this.#handle.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #flush(): Promise<void> {
    if (this.#pending.length === 0) return;
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    await this.#handle.appendFile(bytes);
  }
}
