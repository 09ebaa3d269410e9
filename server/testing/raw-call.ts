import { connect, type Socket } from 'node:net';

/** A call that a test sends piece by piece. */
export class RawCall {
  /** All that the service sent, once it has closed the connection. */
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

/** Resolves when the port refuses connections; rejects after 8 seconds. */
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
