import { createHash } from 'node:crypto';
import type { Upload } from '#server/operation/call.ts';

interface Options {
  /** The size of the pieces in bytes. */
  readonly piece?: number;
  readonly isWanted?: () => boolean;
  readonly maxTransactions?: number;
}

/** A file as a handler gets it, without other waiting uploads. */
export function csvUpload(
  text: string,
  { piece = 65_536, isWanted = () => true, maxTransactions = 2 }: Options = {},
): Upload {
  const bytes = Buffer.from(text);
  return {
    async *chunks() {
      for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
    },
    sha256: createHash('sha256').update(bytes).digest('hex'),
    isWanted,
    maxTransactions,
    runAlone: (work) => work(),
  };
}
