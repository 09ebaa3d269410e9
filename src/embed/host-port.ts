import { hostMessage, type FrameMessage, type HostMessage } from '#src/panels/embed-protocol.ts';

/** Handlers of the host's messages. */
export type HostHandlers = {
  readonly [Type in HostMessage['type']]: (message: Extract<HostMessage, { type: Type }>) => void;
};

/** The frame's end of the channel. Messages outside the protocol are dropped. */
export class HostPort {
  readonly #port: MessagePort;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  post(message: FrameMessage): void {
    this.#port.postMessage(message);
  }

  /** Handles messages, the waiting ones first. */
  listen(handlers: HostHandlers): void {
    this.#port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const message = hostMessage.safeParse(data);
      if (!message.success) return;
      if (message.data.type === 'token') handlers.token(message.data);
      else if (message.data.type === 'theme') handlers.theme(message.data);
      else handlers.navigate(message.data);
    });
    this.#port.start();
  }
}
