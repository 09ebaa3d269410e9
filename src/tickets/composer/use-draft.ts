import { useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import type { ComposerState } from './composer-state.ts';
import type { DraftSession } from './draft-session.ts';

/** What stands in a draft; while it is shown its session lives on. */
export function useDraft(session: DraftSession): ComposerState {
  useEffect(() => session.retain(), [session]);
  return useSelector(session.store);
}
