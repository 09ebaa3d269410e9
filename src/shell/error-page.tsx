import { useRouter } from '@tanstack/react-router';
import { useCallback, useLayoutEffect, useState } from 'react';
import { useFailure } from '#src/api/use-failure.ts';
import { useReplaceFrame } from '#src/browser/use-replace-frame.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';

const messages = defineMessages({
  partTitle: 'A part of the page could not be loaded',
  partText: 'Support Console has been updated since you opened this page, or the service is not answering.',
  reload: 'Reload',
});

/** Messages of Chromium, Firefox and Safari for a module that could not be fetched. */
const MESSAGES = /dynamically imported module|importing a module script failed/i;

/**
 * A part that could not be fetched is another thing than one that broke: after a deploy the files of the version before are
 * gone, and whatever needs them is healed by loading the page anew.
 */
function isChunkError(error: unknown): boolean {
  return error instanceof TypeError && MESSAGES.test(error.message);
}

/** In place of a route that could not be loaded or drawn. */
export function ErrorPage({ error }: { readonly error: unknown }) {
  useReplaceFrame();
  const router = useRouter();
  const [isRetrying, setRetrying] = useState(false);
  const retry = useCallback(async () => {
    setRetrying(true);
    await router.invalidate();
    setRetrying(false);
  }, [router]);
  const failure = useFailure(error, () => void retry());
  // Below the frame of the signed-in pages the main part of the page is there already.
  const [isAlone, setAlone] = useState(false);
  useLayoutEffect(() => setAlone(document.querySelector('#root main') === null), []);
  const Place = isAlone ? 'main' : 'div';
  return (
    <Place className="grid min-h-full place-items-center">
      <h1 className="sr-only">{isChunkError(error) ? messages.partTitle : failure?.title}</h1>
      {isChunkError(error) ? (
        <ErrorBlock
          icon="refresh"
          title={messages.partTitle}
          text={messages.partText}
          action={
            <Button variant="primary" onClick={() => location.reload()}>
              {messages.reload}
            </Button>
          }
        />
      ) : failure === null ? null : (
        <ErrorBlock
          title={failure.title}
          text={failure.text}
          requestId={failure.requestId}
          details={failure.details}
          onRetry={() => void retry()}
          retrying={isRetrying}
        />
      )}
    </Place>
  );
}
