import { isUtf8 } from 'node:buffer';
import { parseJson } from '#contract/json.ts';
import { isObject, type JsonObject } from './values.ts';

/** An object of a file, or the reason why it cannot be read. */
export type FoundItem = { readonly value: JsonObject } | { readonly problem: string };

/** Larger than any ticket; a longer item is not kept in memory. */
const MAX_BYTES = 16 * 1_048_576;
const [NEWLINE, QUOTE, COMMA, COLON, BACKSLASH] = [10, 34, 44, 58, 92];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];
/** Blanks, line breaks and the bytes of a byte order mark. */
const BETWEEN = new Set([9, NEWLINE, 13, 32, COMMA, 0xef, 0xbb, 0xbf]);

/**
 * Reads the objects of a JSON file from pieces of any size, one at a time: objects one after the other, with or without line
 * breaks between them; the items of a list; the items of named lists in an object, such as the page of an API. Only one item
 * is in memory.
 */
export class JsonItems {
  readonly #lists: ReadonlySet<string>;
  #found: FoundItem[] = [];
  /** Whether the items of a list are read: of the whole file, or of a named one of a page. */
  #isInList = false;
  /** Whether the object at the top has a named list, and so is no item itself. */
  #isPage = false;
  /** Nesting inside the present value; 0 between values. */
  #depth = 0;
  /** Whether the present value is the object at the top, whose keys are read. */
  #isTop = false;
  #isKeyNext = false;
  #key: number[] = [];
  #isInString = false;
  #isEscaped = false;
  /** Whether the rest of the line is dropped, after a value that is no object. */
  #isSkippingLine = false;
  /** Whether the rest of the file is dropped, because a list is broken. */
  #isBroken = false;
  #pieces: Uint8Array[] = [];
  #length = 0;

  /** @param lists Names of lists in a page */
  constructor(lists: readonly string[]) {
    this.#lists = new Set(lists);
  }

  push(chunk: Uint8Array): FoundItem[] {
    let start = 0;
    for (let at = 0; at < chunk.length && !this.#isBroken; at += 1) {
      const byte = chunk[at] ?? 0;
      if (this.#isSkippingLine) this.#isSkippingLine = byte !== NEWLINE;
      else if (this.#isInString) this.#readString(byte);
      else if (this.#depth === 0) {
        start = at;
        this.#begin(byte);
      } else if (this.#readValue(byte)) this.#finish(chunk.subarray(start, at + 1));
    }
    if (this.#depth > 0) this.#keep(chunk.subarray(start));
    return this.#take();
  }

  /** The item in which the file ends, if there is one. */
  end(): FoundItem[] {
    if (this.#isBroken || (this.#depth === 0 && !this.#isInList)) return [];
    this.#fail('the file ends in the middle of it');
    return this.#take();
  }

  #take(): FoundItem[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  #fail(problem: string): void {
    this.#found.push({ problem });
  }

  #readString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInString = false;
    else if (byte === NEWLINE) this.#breakOff();
    else if (this.#isTop && this.#depth === 1 && this.#isKeyNext) this.#key.push(byte);
  }

  /** JSON has no line break inside a text: a line was cut. The next line begins again, unless a list is around it. */
  #breakOff(): void {
    this.#fail('a text in it has no end');
    this.#isBroken = this.#isInList || this.#isPage;
    this.#isInString = false;
    this.#depth = 0;
    this.#drop();
  }

  /** Reads a byte between values. */
  #begin(byte: number): void {
    if (BETWEEN.has(byte)) return;
    if (byte === CLOSE_LIST && this.#isInList) {
      this.#isInList = false;
      // Continue in the page around the list, which is itself no item.
      if (this.#isPage) this.#depth = 1;
      this.#isTop = this.#isPage;
    } else if (byte === OPEN_LIST && !this.#isInList) {
      this.#isInList = true;
    } else if (byte === OPEN_OBJECT) {
      this.#depth = 1;
      this.#isTop = !this.#isInList;
      this.#isKeyNext = true;
    } else {
      this.#fail('it is not a JSON object');
      this.#isBroken = this.#isInList;
      this.#isSkippingLine = true;
    }
  }

  /** Reads a byte of a value outside of its texts. True: the value is complete. */
  #readValue(byte: number): boolean {
    const isOfTop = this.#isTop && this.#depth === 1;
    if (byte === QUOTE) {
      this.#isInString = true;
      if (isOfTop && this.#isKeyNext) this.#key = [];
    } else if (byte === OPEN_LIST && isOfTop && this.#lists.has(Buffer.from(this.#key).toString())) {
      this.#isPage = true;
      this.#isInList = true;
      this.#depth = 0;
      this.#drop();
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      this.#depth += 1;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      this.#depth -= 1;
      return this.#depth === 0;
    } else if (isOfTop && (byte === COMMA || byte === COLON)) {
      this.#isKeyNext = byte === COMMA;
    }
    return false;
  }

  #keep(piece: Uint8Array): void {
    // Only the items of a page are read.
    if (this.#isPage && !this.#isInList) return;
    this.#length += piece.length;
    if (this.#length <= MAX_BYTES) this.#pieces.push(piece);
    else this.#pieces = [];
  }

  #drop(): void {
    this.#pieces = [];
    this.#length = 0;
  }

  #finish(piece: Uint8Array): void {
    if (this.#isPage && !this.#isInList) {
      this.#isPage = false;
      return;
    }
    this.#keep(piece);
    if (this.#length > MAX_BYTES) this.#fail('it is over 16 MiB');
    else this.#parse(Buffer.concat(this.#pieces));
    this.#drop();
  }

  #parse(bytes: Uint8Array): void {
    if (!isUtf8(bytes)) {
      this.#fail('it is not UTF-8');
      return;
    }
    try {
      const value = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
      if (isObject(value)) this.#found.push({ value });
      else this.#fail('it is not a JSON object');
    } catch {
      this.#fail('it is not JSON');
    }
  }
}
