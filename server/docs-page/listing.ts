import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listing, type Html } from './html.ts';

/** A program of the folder `listings`, which tests run. */
export function program(file: `${string}.mjs` | `${string}.py`): Html {
  const text = readFileSync(path.join(import.meta.dirname, 'listings', file), 'utf8');
  return listing(file.endsWith('.py') ? 'python' : 'js', text);
}
