import { useFailure } from '#src/api/use-failure.ts';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { messages } from './messages.ts';

interface CustomerFailureProps {
  readonly error: Error;
  readonly isFetching: boolean;
  readonly onRetry: () => void;
}

/** Why the customer is not shown; the ticket beside it stands. */
export function CustomerFailure({ error, isFetching, onRetry }: CustomerFailureProps) {
  const failure = useFailure(error, onRetry);
  if (failure === null) return null;
  return (
    <div role="alert" className="flex flex-col items-start gap-1.5 text-12 text-ink-3">
      <p>
        <b className="font-medium text-ink-2">{messages.failed}</b> {failure.title}. {failure.text}
      </p>
      <Button size="sm" busy={isFetching} onClick={onRetry}>
        {messages.retry}
      </Button>
      {failure.requestId === null ? null : (
        <p className="flex items-center gap-1 text-11">
          <span className="font-mono text-11 [overflow-wrap:anywhere]">{failure.requestId}</span>
          <CopyButton text={failure.requestId} label={messages.copyRequest} />
        </p>
      )}
    </div>
  );
}
