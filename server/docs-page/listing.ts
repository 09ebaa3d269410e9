import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listing, type Html } from './html.ts';

/** A program of the folder `listings`, which tests run. */
export function program(file: `${string}.mjs` | `${string}.py` | `${string}.ts.txt`): Html {
  const text = readFileSync(path.join(import.meta.dirname, 'listings', file), 'utf8');
  const language = file.endsWith('.py') ? 'python' : file.endsWith('.mjs') ? 'js' : 'ts';
  return listing(language, text);
}
