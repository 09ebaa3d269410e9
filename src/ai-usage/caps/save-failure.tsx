import { ApiFailure } from '#src/api/api-failure.ts';
import { failureMessage } from '#src/api/failure-message.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';

/** Why the caps were not saved; what was typed stays. */
export function SaveFailure({ error }: { readonly error: Error | null }) {
  const requestId = error instanceof ApiFailure ? error.requestId : null;
  return (
    <div role="alert">
      {error === null ? null : (
        <p className="mt-2 flex gap-1.5 text-12 text-danger-text [overflow-wrap:anywhere]">
          <Icon name="warning" size={14} className="mt-px flex-none" />
          <span>
            {messages.form.failed(failureMessage(error))}{' '}
            {requestId === null ? null : <span className="font-mono">{messages.form.request(requestId)}</span>}
          </span>
        </p>
      )}
    </div>
  );
}
