import { ApiFailure } from '#src/api/api-failure.ts';
import { useFailure } from '#src/api/use-failure.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { messages } from './messages.ts';

interface TicketFailureProps {
  readonly id: string;
  /** Null when the id of the address is none. */
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly onRetry: () => void;
  readonly onInbox: () => void;
}

/** Why there is no ticket to show, and the way back. */
export function TicketFailure({ id, error, isFetching, onRetry, onInbox }: TicketFailureProps) {
  const failure = useFailure(error, onRetry);
  const kind = error instanceof ApiFailure ? error.kind : null;
  const toInbox = <Button onClick={onInbox}>{messages.toInbox}</Button>;
  if (failure === null) return <ErrorBlock title={messages.badId} text={messages.badIdText(id)} action={toInbox} />;
  const isFinal = kind === 'not_found' || kind === 'forbidden';
  const titles = { not_found: messages.missing(id), forbidden: messages.forbidden };
  return (
    <ErrorBlock
      icon={kind === 'forbidden' ? 'lock' : kind === 'not_found' ? 'search' : 'warning'}
      title={kind === 'not_found' || kind === 'forbidden' ? titles[kind] : failure.title}
      text={kind === 'not_found' ? messages.missingText : failure.text}
      requestId={failure.requestId}
      details={failure.details}
      onRetry={isFinal ? undefined : onRetry}
      retrying={isFetching}
      action={toInbox}
    />
  );
}
