import type { ChildProcess } from 'node:child_process';

/** Waits until a program ends, and returns what it printed. */
export async function collect(child: ChildProcess): Promise<{ readonly code: number | null; readonly text: string }> {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8');
    stream?.on('data', (part: string) => (text += part));
  }
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      text += error.message;
      resolve(null);
    });
    child.once('close', resolve);
  });
  return { code, text };
}

/** Calls `receive` with each line on standard error, until the returned function is called. */
export function followLines({ stderr }: ChildProcess, receive: (line: string) => void): () => void {
  let rest = '';
  const take = (part: string): void => {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) receive(line);
  };
  stderr?.setEncoding('utf8').on('data', take);
  return () => stderr?.off('data', take);
}
