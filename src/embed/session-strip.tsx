import { useSelector } from '@tanstack/react-store';
import { useMemo } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { Skeleton } from '#src/ui/loading.tsx';
import { tokenRequest, useHost } from './host-session.ts';
import { messages } from './messages.ts';

/** Shown over the page while an ended session waits for the host's next token; the page stays. */
export function SessionStrip() {
  const { session } = useHost();
  const request = useSelector(tokenRequest);
  const isSilent = request.phase === 'silent';
  // An open dialog covers the strip, and closing it would lose its content.
  const isCovered = useMemo(() => isSilent && document.querySelector('dialog:modal') !== null, [isSilent]);
  if (request.phase === 'none') return null;
  const text = isSilent ? messages.silent[request.reason] : messages.asking;
  const retry = <Button onClick={() => session.retry()}>{messages.retry}</Button>;
  if (isCovered) {
    return (
      <Dialog title={messages.endedTitle} onClose={() => session.retry()} footer={retry}>
        <p role="alert">{text}</p>
      </Dialog>
    );
  }
  return (
    <div
      role={isSilent ? 'alert' : 'status'}
      className="flex min-h-9 flex-none flex-wrap items-center gap-x-2 border-b border-line bg-warn-tint px-4 py-1 text-12 text-warn-text"
    >
      {text}
      {isSilent ? retry : null}
    </div>
  );
}

/** The frame before its first session, or the reason why there is none. */
export function WaitingForToken() {
  const { session } = useHost();
  const request = useSelector(tokenRequest);
  if (request.phase === 'silent') {
    const { title, text } = request.reason === 'unavailable' ? messages.unavailable : messages.refused;
    return (
      <main className="grid min-h-dvh place-items-center bg-surface">
        <h1 className="sr-only">{title}</h1>
        <ErrorBlock title={title} text={text} onRetry={() => session.retry()} />
      </main>
    );
  }
  return (
    <div aria-hidden="true" className="min-h-dvh bg-surface">
      <p className="flex min-h-top items-center border-b border-line px-4">
        <Skeleton className="h-2.5 w-40" />
      </p>
      <div className="px-6 py-5 max-md:px-4">
        <Skeleton className="my-3 h-2.5 w-40" />
        <Skeleton className="h-2.5 w-80" />
      </div>
    </div>
  );
}
