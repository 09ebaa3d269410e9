import { useState } from 'react';
import { useLoggedCalls } from '#src/api/call-log.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import type { ApiCallsFilter } from '#src/ui/show-api-calls.ts';
import { ApiCall, requestIdOf } from './api-call.tsx';
import { messages } from './api-calls-messages.ts';

/** The last calls of this page, each as somebody would make it by hand. */
export function ApiCalls({ filter, onClose }: { readonly filter: ApiCallsFilter; readonly onClose: () => void }) {
  const [resource, setResource] = useState(filter.resource);
  const calls = useLoggedCalls();
  const shown = calls.filter((call) => resource === undefined || call.resource === resource).toReversed();
  return (
    <Dialog title={messages.title} kind="drawer" className="md:w-[560px]" onClose={onClose}>
      <p className="text-12 text-ink-3">{messages.lead}</p>
      {resource === undefined ? null : (
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <span className="font-medium">{messages.ofResource(resource)}</span>
          <Button size="sm" onClick={() => setResource(undefined)}>
            {messages.all}
          </Button>
        </p>
      )}
      {shown.length === 0 ? (
        <p className="py-8 text-center text-ink-3">
          {resource === undefined ? messages.none : messages.noneOf(resource)}
        </p>
      ) : (
        <ul className="mt-2 border-t border-line">
          {shown.map((call) => (
            <ApiCall
              key={call.id}
              call={call}
              isOpen={filter.requestId !== undefined && requestIdOf(call) === filter.requestId}
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}
