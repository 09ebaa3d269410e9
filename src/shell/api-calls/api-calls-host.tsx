import { useEffect } from 'react';
import { registerCommand } from '#src/ui/keys/commands.ts';
import { hideApiCalls, offerApiCalls, showApiCalls, useShownApiCalls } from '#src/ui/show-api-calls.ts';
import { messages } from './api-calls-messages.ts';
import { ApiCalls } from './api-calls.tsx';

/** Opens the drawer of calls for whoever asks, and offers it in the palette. */
export function ApiCallsHost() {
  const { isOpen, requestId } = useShownApiCalls();
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
  if (!isOpen) return null;
  return <ApiCalls requestId={requestId} onClose={hideApiCalls} />;
}
