import { isUnsure } from '#src/api/api-failure.ts';
import { useFailure } from '#src/api/use-failure.ts';
import { failureMessage } from '#src/api/failure-message.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';

/** Why no link was issued, or that nobody knows whether one was. */
export function IssueFailure({ error }: { readonly error: unknown }) {
  const failure = useFailure(error);
  return (
    <div role="alert">
      {failure === null ? null : (
        <div className="mt-4 flex gap-2 rounded-control bg-danger-tint px-3 py-2 text-12 text-danger-text">
          <Icon name="warning" size={14} className="mt-px flex-none" />
          <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <p className="font-medium">{isUnsure(error) ? messages.unsureTitle : failure.title}</p>
            <p>{isUnsure(error) ? `${failure.title}. ${messages.unsureText}` : failureMessage(error)}</p>
            {failure.requestId === null ? null : <p className="font-mono text-11">{failure.requestId}</p>}
          </div>
        </div>
      )}
    </div>
  );
}
