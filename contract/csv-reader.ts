/** Longer rows are read to their end and reported, but not stored. */
const MAX_ROW_BYTES = 65_536;

/** One row of a file. `cells` is empty where the row is broken. */
export interface CsvRecord {
  /** The line of the file where the row begins, from 1; line breaks inside quotes count too. */
  readonly line: number;
  /** Where the row begins, in UTF-16 units from the beginning of the text. */
  readonly start: number;
  readonly cells: readonly string[];
  /** Holds a NUL, is over 64 kB, or has a quote that is still open at the end of the file. */
  readonly problem: 'nul' | 'too_long' | 'open_quote' | null;
}

export interface CsvDialect {
  /** One character of ASCII. */
  readonly delimiter?: string;
}

const QUOTE = 34;
const LF = 10;
const CR = 13;
const BLANK = 32;
const TAB = 9;

type State = 'cell start' | 'plain' | 'quoted' | 'after quote';

/**
 * Reads CSV from pieces of any size and hands out the rows that are whole: RFC 4180 with CRLF, LF or CR at the end of a
 * line, a BOM at the beginning skipped, lines without a character left out. A quote counts as one only at the beginning
 * of a cell; text after a closing quote belongs to the cell. Blanks and tabs around a cell are trimmed, except inside
 * quotes. Alike in the browser and in the service, so that both judge a file the same.
 */
export class CsvReader {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #rows: CsvRecord[] = [];
  readonly #delimiter: number;
  #isFirst = true;
  #state: State = 'cell start';
  #line = 1;
  /** The last character was a CR: an LF that follows belongs to it. */
  #isAfterCr = false;
  #rowLine = 1;
  #rowStart = 0;
  /** UTF-16 units of earlier pieces. */
  #consumed = 0;
  #rowBytes = 0;
  #hasNul = false;
  #cells: string[] = [];
  /** The current cell, as read from earlier pieces. */
  #cell = '';
  /** How much of it came from inside quotes and keeps its blanks. */
  #quotedLength = 0;

  constructor({ delimiter = ',' }: CsvDialect = {}) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /** @throws TypeError for bytes that are not well-formed UTF-8. Bytes and text must not be mixed in one file. */
  push(piece: string | Uint8Array): CsvRecord[] {
    return this.#read(typeof piece === 'string' ? piece : this.#decoder.decode(piece, { stream: true }));
  }

  /** The row that no line break ends, if there is one. @throws TypeError when bytes end inside a character. */
  end(): CsvRecord[] {
    this.#read(this.#decoder.decode());
    if (this.#state === 'quoted') this.#finish('open_quote');
    else if (this.#rowBytes > 0) this.#finish(null);
    return this.#take();
  }

  #take(): CsvRecord[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  #read(text: string): CsvRecord[] {
    let at = 0;
    if (this.#isFirst && text !== '') {
      this.#isFirst = false;
      if (text.charCodeAt(0) === 0xfeff) {
        at = 1;
        this.#rowStart = 1;
      }
    }
    const delimiter = this.#delimiter;
    /** Where the part of the cell begins that is in no other piece. */
    let from = at;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === LF || code === CR) {
        const isQuoted = this.#state === 'quoted';
        if (code === LF && this.#isAfterCr) {
          this.#isAfterCr = false;
          if (!isQuoted) {
            this.#rowStart = this.#consumed + at + 1;
            from = at + 1;
            continue;
          }
        } else {
          this.#line += 1;
          this.#isAfterCr = code === CR;
        }
        if (!isQuoted) {
          if (this.#rowBytes > 0) {
            this.#keep(text, from, at);
            this.#finish(null);
          }
          this.#rowLine = this.#line;
          this.#rowStart = this.#consumed + at + 1;
          from = at + 1;
          continue;
        }
      } else {
        this.#isAfterCr = false;
      }
      this.#rowBytes += bytesOf(code);
      if (code === 0) this.#hasNul = true;
      switch (this.#state) {
        case 'cell start':
          if (code === QUOTE) {
            this.#state = 'quoted';
            from = at + 1;
          } else if (code === delimiter) {
            this.#endCell();
            from = at + 1;
          } else if (code === BLANK || code === TAB) {
            from = at + 1;
          } else {
            this.#state = 'plain';
          }
          break;
        case 'plain':
          if (code === delimiter) {
            this.#keep(text, from, at);
            this.#endCell();
            from = at + 1;
          }
          break;
        case 'quoted':
          if (code === QUOTE) {
            this.#keep(text, from, at);
            this.#quotedLength = this.#cell.length;
            this.#state = 'after quote';
            from = at + 1;
          }
          break;
        case 'after quote':
          if (code === QUOTE) {
            this.#state = 'quoted';
            from = at;
          } else if (code === delimiter) {
            this.#endCell();
            from = at + 1;
          } else {
            this.#state = 'plain';
            from = at;
          }
          break;
      }
    }
    this.#keep(text, from, at);
    this.#consumed += text.length;
    return this.#take();
  }

  #keep(text: string, from: number, to: number): void {
    if (from >= to) return;
    if (this.#rowBytes > MAX_ROW_BYTES) this.#forget();
    else this.#cell += text.slice(from, to);
  }

  #endCell(): void {
    if (this.#rowBytes > MAX_ROW_BYTES) this.#forget();
    else this.#cells.push(trimEnd(this.#cell, this.#quotedLength));
    this.#cell = '';
    this.#quotedLength = 0;
    this.#state = 'cell start';
  }

  #forget(): void {
    this.#cells = [];
    this.#cell = '';
    this.#quotedLength = 0;
  }

  #finish(problem: 'open_quote' | null): void {
    this.#endCell();
    const found = problem ?? (this.#rowBytes > MAX_ROW_BYTES ? 'too_long' : this.#hasNul ? 'nul' : null);
    this.#rows.push({
      line: this.#rowLine,
      start: this.#rowStart,
      cells: found === null ? this.#cells : [],
      problem: found,
    });
    this.#cells = [];
    this.#rowBytes = 0;
    this.#hasNul = false;
    this.#rowLine = this.#line;
  }
}

/** Without the blanks at its end, but never shorter than its quoted part. */
function trimEnd(text: string, minLength: number): string {
  let end = text.length;
  while (end > minLength && (text.charCodeAt(end - 1) === BLANK || text.charCodeAt(end - 1) === TAB)) end -= 1;
  return end === text.length ? text : text.slice(0, end);
}

/** UTF-8 bytes of one UTF-16 unit; each half of a surrogate pair counts two. */
function bytesOf(code: number): number {
  if (code < 0x80) return 1;
  return code < 0x800 || (code & 0xf800) === 0xd800 ? 2 : 3;
}
