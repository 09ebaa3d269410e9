import type { FileCalls, FileMethod } from './file-types.ts';

/** Comes with a port of its own, which takes its answers, and the word `cancel` meanwhile. */
export interface FileRequest<Method extends FileMethod> {
  readonly method: Method;
  readonly args: FileCalls[Method]['args'];
}

export type FileAnswer<Method extends FileMethod> =
  | { readonly is: 'progress'; readonly share: number }
  | { readonly is: 'done'; readonly result: FileCalls[Method]['result'] }
  | { readonly is: 'failed'; readonly error: unknown };
