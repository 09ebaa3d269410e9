import { lazy, Suspense, useEffect, useState } from 'react';
import { registerCommand } from '#src/ui/commands.ts';
import { onShowApiCalls, showApiCalls, type ApiCallsFilter } from '#src/ui/show-api-calls.ts';
import { messages } from './api-calls-messages.ts';

const ApiCalls = lazy(() => import('./api-calls.tsx').then((module) => ({ default: module.ApiCalls })));

/** Opens the drawer of calls for whoever asks, and offers it in the palette. */
export function ApiCallsHost() {
  const [filter, setFilter] = useState<ApiCallsFilter | null>(null);
  useEffect(() => onShowApiCalls(setFilter), []);
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
      <ApiCalls filter={filter} onClose={() => setFilter(null)} />
    </Suspense>
  );
}
