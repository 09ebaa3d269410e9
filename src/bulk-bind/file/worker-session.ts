import type { FileAnswer, FileCalls, FileMethod, FileRequest, Progress } from './file-types.ts';
// oxlint-disable-next-line import/default -- the bundler makes the module
import workerUrl from './file-worker.ts?worker&url';

/** One file in a worker of its own. */
export interface FileSession {
  /** Unique in this tab. */
  readonly id: number;
  /** Calls are answered in order. */
  call<Method extends FileMethod>(
    method: Method,
    args: FileCalls[Method]['args'],
    progress?: Progress,
  ): Promise<FileCalls[Method]['result']>;
  /** Waiting calls reject with an AbortError. */
  close(): void;
}

let lastId = 0;

export function openFileSession(): FileSession {
  const worker = startWorker();
  const waiting = new Set<(error: unknown) => void>();
  /** Set once the worker has failed or was closed. */
  let ended: unknown = null;
  const endAll = (error: unknown): void => {
    ended ??= error;
    for (const end of waiting) end(error);
    waiting.clear();
  };
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    endAll(new Error(event.message === '' ? 'The worker could not be started' : event.message));
  });
  lastId += 1;
  return {
    id: lastId,
    call<Method extends FileMethod>(
      method: Method,
      args: FileCalls[Method]['args'],
      { onProgress, signal }: Progress = {},
    ) {
      return new Promise((resolve, reject) => {
        const { port1: port, port2 } = new MessageChannel();
        const end = (error: unknown): void => {
          port.close();
          waiting.delete(end);
          reject(error instanceof Error ? error : new Error(String(error)));
        };
        if (ended !== null) return end(ended);
        waiting.add(end);
        signal?.addEventListener('abort', () => port.postMessage('cancel'), { once: true });
        port.addEventListener('message', ({ data }: MessageEvent<FileAnswer<Method>>) => {
          if (data.is === 'progress') return onProgress?.(data.share);
          if (data.is === 'failed') return end(data.error);
          port.close();
          waiting.delete(end);
          resolve(data.result);
        });
        port.start();
        worker.postMessage({ method, args } satisfies FileRequest<Method>, [port2]);
        if (signal?.aborted === true) port.postMessage('cancel');
      });
    },
    close() {
      worker.terminate();
      endAll(new DOMException('The file was closed', 'AbortError'));
    },
  };
}

interface ScriptPolicy {
  createScriptURL(url: string): string;
}
declare global {
  interface Window {
    /** Absent in browsers without Trusted Types. */
    readonly trustedTypes?: {
      createPolicy(name: 'sc-worker', rules: ScriptPolicy): ScriptPolicy;
    };
  }
}

let policy: ScriptPolicy | null = null;

/** The Content-Security-Policy allows this one policy to name a script: this one. */
function startWorker(): Worker {
  const own: ScriptPolicy = { createScriptURL: () => workerUrl };
  policy ??= window.trustedTypes?.createPolicy('sc-worker', own) ?? own;
  return new Worker(policy.createScriptURL(workerUrl), { type: 'module', name: 'bulk-bind' });
}
