import { isEmail } from '#contract/scalars.ts';

/** A line that names nobody, as it stands. */
export interface WrongLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

export interface ParsedAddresses {
  /** Each once, in the order of the list. */
  readonly emails: readonly string[];
  readonly repeated: number;
  readonly wrong: readonly WrongLine[];
}

/** Addresses in a list or in a file of any columns: what has an @ is meant as one, a first line without is a heading. */
export function parseAddresses(text: string): ParsedAddresses {
  const emails = new Map<string, string>();
  const wrong: WrongLine[] = [];
  let repeated = 0;
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const meant = line.split(/[\s,;<>"'|\uFEFF]+/).filter((part) => part.includes('@'));
    if (meant.length === 0 && line.trim() !== '' && index > 0) wrong.push({ line: index + 1, text: line.trim() });
    for (const part of meant) {
      const email = part.replace(/^mailto:/i, '');
      const key = email.toLowerCase();
      if (!isEmail(email)) wrong.push({ line: index + 1, text: email });
      else if (emails.has(key)) repeated += 1;
      else emails.set(key, email);
    }
  }
  return { emails: [...emails.values()], repeated, wrong };
}
