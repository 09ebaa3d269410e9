import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import * as z from 'zod/mini';
import type { HostMessage, InitMessage, READY } from '#src/panels/embed-protocol.ts';
import { sessionState, subscribeToSession } from '#src/session/session-store.ts';

const LATE_MS = 5_000;

// Types alone of the protocol: the entry has no room for what its own schemas need of zod.
const ready: typeof READY = { type: 'support-console:ready', version: 1 };
const readyMessage = z.object({ type: z.literal(ready.type), version: z.literal(ready.version) });
const frameMessage = z.object({
  type: z.enum(['height', 'navigated', 'token_needed', 'error']),
  height: z.optional(z.number()),
  path: z.optional(z.string()),
  code: z.optional(z.string()),
});

/** What a frame has told. */
export interface FrameState {
  /** `late`: it has not said in five seconds that it is ready. */
  readonly phase: 'waiting' | 'late' | 'ready';
  readonly height: number | null;
  readonly path: string | null;
  readonly error: string | null;
}

type Init = Pick<InitMessage, 'theme' | 'locale' | 'timeZone' | 'edit'>;

/**
 * Does for a frame of this origin what a portal does: answers it once it is ready, with the session of this page, gives it the
 * next one when it asks, and tells it of another theme. Everything else in `init` is for a new frame.
 */
export function useFrameHost(frame: RefObject<HTMLIFrameElement | null>, init: Init): FrameState {
  const [state, setState] = useState<FrameState>({ phase: 'waiting', height: null, path: null, error: null });
  const port = useRef<MessagePort>(null);
  const given = useRef<string>(null);
  const firstInit = useEffectEvent(() => init);

  useEffect(() => {
    const change = (changes: Partial<FrameState>) => setState((before) => ({ ...before, ...changes }));
    const timer = setTimeout(
      () => setState((before) => (before.phase === 'waiting' ? { ...before, phase: 'late' } : before)),
      LATE_MS,
    );

    function receive(message: z.output<typeof frameMessage>): void {
      const { type, height, path, code } = message;
      if (type === 'height' && height !== undefined) change({ height });
      if (type === 'navigated' && path !== undefined) change({ path });
      if (type === 'error' && code !== undefined) change({ error: code });
      if (type === 'token_needed') giveNewToken();
    }

    /** The dashboard asks the person for another one by itself. */
    function giveNewToken(): void {
      const session = sessionState();
      if (session.phase !== 'in' || session.session.token === given.current) return;
      given.current = session.session.token;
      post(port.current, { type: 'token', token: session.session.token });
    }

    function meet({ source, origin, data }: MessageEvent<unknown>): void {
      const target = frame.current?.contentWindow;
      const session = sessionState();
      if (target == null || source !== target || origin !== location.origin) return;
      if (!readyMessage.safeParse(data).success || session.phase === 'out') return;
      // A document that comes anew into the frame gets a port of its own.
      port.current?.close();
      const { port1, port2 } = new MessageChannel();
      port.current = port1;
      port1.addEventListener('message', (event: MessageEvent<unknown>) => {
        const message = frameMessage.safeParse(event.data);
        if (message.success) receive(message.data);
      });
      port1.start();
      given.current = session.session.token;
      const answer: InitMessage = {
        type: 'support-console:init',
        version: ready.version,
        token: session.session.token,
        ...firstInit(),
      };
      target.postMessage(answer, location.origin, [port2]);
      change({ phase: 'ready', error: null });
    }

    addEventListener('message', meet);
    const unsubscribe = subscribeToSession(giveNewToken);
    return () => {
      clearTimeout(timer);
      removeEventListener('message', meet);
      unsubscribe();
      port.current?.close();
      port.current = null;
    };
  }, [frame]);

  const { theme = 'system' } = init;
  useEffect(() => post(port.current, { type: 'theme', theme }), [theme]);
  return state;
}

function post(port: MessagePort | null, message: HostMessage): void {
  port?.postMessage(message);
}
