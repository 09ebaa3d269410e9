/** An entry of an archive: a folder, or a file with its content. Names are relative, with slashes. */
export interface TarEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder';
  readonly mode: number;
  readonly size: number;
}

const BLOCK = 512;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;

/** The header block of an entry, in the form of POSIX (ustar). @throws RangeError for a name or size beyond it. */
export function tarHeader({ name, kind, mode, size }: TarEntry, mtimeSeconds: number): Uint8Array {
  const block = Buffer.alloc(BLOCK);
  const { prefix, rest } = splitName(name);
  if (size > 0o77777777777) throw new RangeError(`${name} is too large for this kind of archive`);
  block.write(rest, 0);
  block.write(octal(mode, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(mtimeSeconds, 12), 136);
  block.write(' '.repeat(8), 148);
  block.write(kind === 'folder' ? '5' : '0', 156);
  block.write('ustar\0' + '00', 257);
  block.write(prefix, 345);
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** Reads a header block; null at the end of the archive. @throws RangeError when it is none that `tarHeader` makes. */
export function readTarHeader(block: Uint8Array): TarEntry | null {
  const bytes = Buffer.from(block);
  if (bytes.every((byte) => byte === 0)) return null;
  const field = (from: number, length: number) => bytes.toString('utf8', from, from + length).split('\0', 1)[0] ?? '';
  const stated = Number.parseInt(field(148, 8), 8);
  bytes.write(' '.repeat(8), 148);
  if (checksum(bytes) !== stated || field(257, 6) !== 'ustar') throw new RangeError('one of its headers is damaged');
  const prefix = field(345, PREFIX_BYTES);
  const name = prefix === '' ? field(0, NAME_BYTES) : `${prefix}/${field(0, NAME_BYTES)}`;
  const type = field(156, 1);
  if (type !== '0' && type !== '5') throw new RangeError(`${name} is neither a file nor a folder`);
  const size = Number.parseInt(field(124, 12), 8);
  const mode = Number.parseInt(field(100, 8), 8);
  if (!Number.isSafeInteger(size) || !Number.isSafeInteger(mode)) throw new RangeError('one of its headers is damaged');
  return { name, kind: type === '5' ? 'folder' : 'file', mode, size };
}

/** Zeros that fill an entry up to the next block. */
export function tarPadding(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

export const TAR_BLOCK = BLOCK;

function splitName(name: string): { prefix: string; rest: string } {
  if (Buffer.byteLength(name) <= NAME_BYTES) return { prefix: '', rest: name };
  for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) {
    const prefix = name.slice(0, at);
    const rest = name.slice(at + 1);
    if (Buffer.byteLength(prefix) <= PREFIX_BYTES && Buffer.byteLength(rest) <= NAME_BYTES) return { prefix, rest };
  }
  throw new RangeError(`the name ${name} is too long for this kind of archive`);
}

function octal(value: number, width: number): string {
  return `${Math.trunc(value)
    .toString(8)
    .padStart(width - 1, '0')}\0`;
}

function checksum(block: Uint8Array): number {
  return block.reduce((sum, byte) => sum + byte, 0);
}
