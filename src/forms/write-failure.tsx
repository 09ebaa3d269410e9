import { ApiFailure } from '#src/api/api-failure.ts';
import { failureMessage } from '#src/api/failure-message.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages as ui } from '#src/ui/messages.ts';

interface WriteFailureProps {
  readonly error: Error | null;
  /** Adds what failed: "The tag was not renamed. …". */
  readonly failed?: ((why: string) => string) | undefined;
}

/** Why a write failed, with the request ID. */
export function WriteFailure({ error, failed = (why) => why }: WriteFailureProps) {
  const requestId = error instanceof ApiFailure ? error.requestId : null;
  return (
    <div role="alert">
      {error === null ? null : (
        <p className="mt-2 flex gap-1.5 text-12 text-danger-text [overflow-wrap:anywhere]">
          <Icon name="warning" size={14} className="mt-px flex-none" />
          <span>
            {failed(failureMessage(error))}{' '}
            {requestId === null ? null : <span className="font-mono">{ui.requestIs(requestId)}</span>}
          </span>
        </p>
      )}
    </div>
  );
}
