import { connect, type Socket } from 'node:net';

/** A call of which a test sends one piece after the other. */
export class RawCall {
  /** All that came back, when the other side has ended the connection. */
  readonly answer: Promise<string>;
  readonly untilFirstByte: Promise<void>;
  readonly #socket: Socket;

  constructor(port: number) {
    this.#socket = connect({ host: '127.0.0.1', port });
    let text = '';
    this.answer = new Promise((resolve) => {
      this.#socket.on('error', () => resolve(text));
      this.#socket.on('close', () => resolve(text));
    });
    this.untilFirstByte = new Promise((resolve) => {
      this.#socket.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        resolve();
      });
    });
  }

  send(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.write(text, (error) => (error ? reject(error) : resolve()));
    });
  }
}

/** Resolves when nobody listens on the port any more; rejects when that has not come true after 8 seconds. */
export async function untilRefused(port: number): Promise<void> {
  const deadline = performance.now() + 8_000;
  while (!(await isRefused(port)))
    if (performance.now() > deadline) throw new Error(`Port ${port} still takes connections`);
}

function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', () => resolve(true));
  });
}
