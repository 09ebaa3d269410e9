import { createContext, use } from 'react';
import type { HostPort } from './host-port.ts';
import type { HostSession } from './host-session.ts';

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
