/** Handed from `start.ts` to the application, which loads after it. */
export interface EarlyStart {
  /** The raw token of a start link; it has left the address bar already. */
  linkToken: string | null;
  /** The token that the calls were sent with. */
  token: string | null;
  /** Calls on their way, by address. */
  readonly calls: Record<string, EarlyCall>;
}

export interface Answer {
  readonly response: Response;
  readonly text: string;
}

export interface EarlyCall {
  /** In ms since 1970. */
  readonly sentAt: number;
  /** Rejects where no whole answer came. */
  readonly answer: Promise<Answer>;
}

declare global {
  interface Window {
    earlyStart?: EarlyStart;
  }
}
