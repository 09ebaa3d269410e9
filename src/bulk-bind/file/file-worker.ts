import { FileEngine } from './file-engine.ts';
import type { FileAnswer, FileMethod, FileRequest } from './file-types.ts';

type AnyRequest = { [Method in FileMethod]: FileRequest<Method> }[FileMethod];

const engine = new FileEngine();
/** Calls are answered one after another: each sees the changes of the one before. */
let last: Promise<void> = Promise.resolve();

self.addEventListener('message', ({ data, ports: [port] }: MessageEvent<AnyRequest>) => {
  if (port === undefined) return;
  const stop = new AbortController();
  port.addEventListener('message', () => stop.abort());
  port.start();
  last = last.then(() => answer(data, port, stop.signal));
});

async function answer<Method extends FileMethod>(
  { method, args }: FileRequest<Method>,
  port: MessagePort,
  signal: AbortSignal,
): Promise<void> {
  const send = (made: FileAnswer<Method>) => port.postMessage(made);
  const onProgress = (share: number) => send({ is: 'progress', share });
  try {
    signal.throwIfAborted();
    send({ is: 'done', result: await engine.handlers[method](args, { signal, onProgress }) });
  } catch (error) {
    send({ is: 'failed', error });
  }
}
