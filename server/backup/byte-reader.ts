/** Takes a stream of chunks apart into pieces of a wanted length. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** @throws RangeError when the stream ends before. */
  async read(length: number): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    for await (const piece of this.pieces(length)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  /** As many bytes, in pieces as they come. @throws RangeError when the stream ends before. */
  async *pieces(length: number): AsyncGenerator<Uint8Array> {
    let left = length;
    while (left > 0) {
      if (this.#rest.length === 0) {
        const next = await this.#chunks.next();
        if (next.done === true) throw new RangeError('it ends too early');
        this.#rest = next.value;
      }
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      if (piece.length > 0) yield piece;
    }
  }

  /** Reads to the end, so that what checks the stream as a whole has seen all of it. */
  async finish(): Promise<void> {
    this.#rest = new Uint8Array();
    while ((await this.#chunks.next()).done !== true);
  }
}
