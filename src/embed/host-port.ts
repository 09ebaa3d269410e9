import { createContext, use } from 'react';
import { hostMessage, type FrameMessage, type HostMessage } from '#src/panels/embed-protocol.ts';
import type { HostSession } from './host-session.ts';

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

/** The connection to the page around this frame. */
export interface HostParts {
  readonly port: HostPort;
  readonly session: HostSession;
  /** The widget to show alone, from the first address; the view may not have it. */
  readonly only: string | null;
}

export const HostContext = createContext<HostParts | null>(null);

export function useHost(): HostParts {
  const host = use(HostContext);
  if (host === null) throw new Error('this is no frame');
  return host;
}
