import type { ChildProcess } from 'node:child_process';
import { DriveAnswer, Rows, SiteMade, TokenIssued, type DriveCommand } from '#server/testing/drive-protocol.ts';

type Asked = DriveCommand extends infer Command ? (Command extends unknown ? Omit<Command, 'id'> : never) : never;
type Answered = (answer: DriveAnswer) => void;

/** Asks a service that was started by server/testing/driven-service.ts, over the channel between the processes. */
export class ServiceDriver {
  readonly #child: () => ChildProcess | null;
  readonly #waiting = new Map<number, Answered>();
  #listensTo: ChildProcess | null = null;
  #lastId = 0;

  constructor(child: () => ChildProcess | null) {
    this.#child = child;
  }

  async setClock(now: Date): Promise<void> {
    await this.#ask({ do: 'set clock', now: now.toISOString() });
  }

  async makeSite(options: Omit<Extract<DriveCommand, { do: 'make site' }>, 'id' | 'do'>): Promise<SiteMade> {
    return SiteMade.parse(await this.#ask({ do: 'make site', ...options }));
  }

  async issueToken(options: Omit<Extract<DriveCommand, { do: 'issue token' }>, 'id' | 'do'>) {
    return TokenIssued.parse(await this.#ask({ do: 'issue token', ...options }));
  }

  async query(options: Omit<Extract<DriveCommand, { do: 'query' }>, 'id' | 'do'>) {
    return Rows.parse(await this.#ask({ do: 'query', ...options }));
  }

  async #ask(command: Asked): Promise<unknown> {
    const child = this.#child();
    if (child === null) throw new Error(`The service is stopped: ${command.do}`);
    this.#listen(child);
    this.#lastId += 1;
    const id = this.#lastId;
    const { problem, result } = await new Promise<DriveAnswer>((resolve, reject) => {
      this.#waiting.set(id, resolve);
      child.send({ id, ...command }, (error) => {
        if (error !== null) reject(error);
      });
    });
    if (problem !== null) throw new Error(`${command.do}: ${problem}`);
    return result;
  }

  #listen(child: ChildProcess): void {
    if (this.#listensTo === child) return;
    this.#listensTo = child;
    child.on('message', (message) => {
      const answer = DriveAnswer.parse(message);
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
    child.once('exit', () => {
      for (const [id, answered] of this.#waiting) answered({ id, problem: 'the service has ended', result: null });
      this.#waiting.clear();
    });
  }
}
