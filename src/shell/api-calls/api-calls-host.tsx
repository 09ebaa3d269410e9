import { Suspense, useEffect } from 'react';
import { registerCommand } from '#src/ui/keys/commands.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { hideApiCalls, offerApiCalls, showApiCalls, useShownApiCalls } from '#src/ui/show-api-calls.ts';
import { messages } from './api-calls-messages.ts';

const ApiCalls = lazyPart(async () => (await import('./api-calls.tsx')).ApiCalls);

/** Opens the drawer of calls for whoever asks, and offers it in the palette. */
export function ApiCallsHost() {
  const filter = useShownApiCalls();
  useEffect(offerApiCalls, []);
  useEffect(
    () =>
      registerCommand({
        id: 'api-calls',
        group: 'settings',
        label: messages.show,
        keywords: 'curl request id debug',
        icon: 'code',
        run: () => showApiCalls(),
      }),
    [],
  );
  if (filter === null) return null;
  return (
    <Suspense fallback={null}>
      <ApiCalls filter={filter} onClose={hideApiCalls} />
    </Suspense>
  );
}
