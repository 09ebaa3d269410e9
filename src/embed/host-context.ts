import { createContext, use } from 'react';
import type { HostPort } from './host-port.ts';
import type { HostSession } from './host-session.ts';

/** What the page around has given to this frame. */
export interface HostParts {
  readonly port: HostPort;
  readonly session: HostSession;
  /** The part that is to stand alone, as the first address says; it may be none of the view's. */
  readonly only: string | null;
}

export const HostContext = createContext<HostParts | null>(null);

export function useHost(): HostParts {
  const host = use(HostContext);
  if (host === null) throw new Error('this is no frame');
  return host;
}
