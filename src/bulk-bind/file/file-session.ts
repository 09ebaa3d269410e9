import type { FileAnswer, FileCalls, FileMethod, FileRequest, JobOptions } from './file-types.ts';
// oxlint-disable-next-line import/default -- the bundler makes the module
import workerUrl from './file-worker.ts?worker&url';

/** One file in a worker of its own. */
export interface FileSession {
  /** Calls are answered in the order in which they were made. */
  call<Method extends FileMethod>(
    method: Method,
    args: FileCalls[Method]['args'],
    job?: JobOptions,
  ): Promise<FileCalls[Method]['result']>;
  /** Every call that waits rejects with an AbortError. */
  close(): void;
}

export function openFileSession(): FileSession {
  const worker = startWorker();
  const waiting = new Set<(error: unknown) => void>();
  /** Why no call is answered any more. */
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
  return {
    call<Method extends FileMethod>(
      method: Method,
      args: FileCalls[Method]['args'],
      { onProgress, signal }: JobOptions = {},
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
    /** Absent in browsers that do not know it. */
    readonly trustedTypes?: {
      createPolicy(name: 'sc-worker', rules: ScriptPolicy): ScriptPolicy;
    };
  }
}

let policy: ScriptPolicy | null = null;

/** The Content-Security-Policy lets this one policy name a script, and this one script is what it names. */
function startWorker(): Worker {
  const own: ScriptPolicy = { createScriptURL: () => workerUrl };
  policy ??= window.trustedTypes?.createPolicy('sc-worker', own) ?? own;
  return new Worker(policy.createScriptURL(workerUrl), { type: 'module', name: 'bulk-bind' });
}
