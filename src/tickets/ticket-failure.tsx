import { useEffect } from 'react';
import { ApiFailure } from '#src/api/api-failure.ts';
import { useFailure } from '#src/api/use-failure.ts';
import { useOffline } from '#src/browser/offline.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { preloadCode } from '#src/ui/lazy-part.tsx';
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
  const isOffline = useOffline();
  const failure = useFailure(error, onRetry);
  const kind = error instanceof ApiFailure ? error.kind : null;
  // A person's answers do not outlive the ticket they were for.
  const isGone = error instanceof ApiFailure && error.code === 'not_found';
  useEffect(() => {
    if (isGone) preloadCode(async () => (await import('./composer/gone-drafts.ts')).forgetDraftsOf(BigInt(id)));
  }, [isGone, id]);
  const toInbox = <Button onClick={onInbox}>{messages.toInbox}</Button>;
  if (failure === null) return <ErrorBlock title={messages.badId} text={messages.badIdText(id)} action={toInbox} />;
  // The next connection loads it, as everything on screen.
  if (isOffline && kind === 'network')
    return <ErrorBlock icon="offline" title={messages.notLoaded} text={messages.notLoadedText} action={toInbox} />;
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
