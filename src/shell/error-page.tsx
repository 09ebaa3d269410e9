import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { useFailure } from '#src/api/use-failure.ts';
import { useReplaceFrame } from '#src/browser/use-replace-frame.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { isMissingCode, isReplaced, onlineOrAfter } from '#src/ui/fetch-code.ts';

const messages = defineMessages({
  missing: 'This page could not be loaded',
  missingText: 'You’re offline, or the service isn’t answering. The page is loaded as soon as it does.',
  replaced: 'Support Console has been updated',
  replacedText: 'Reload to go on with the new version.',
  reload: 'Reload',
});

const WAIT_MS = 3_000;

/** In place of a route that could not be loaded or drawn. */
export function ErrorPage({ error }: { readonly error: unknown }) {
  useReplaceFrame();
  const router = useRouter();
  const [isRetrying, setRetrying] = useState(false);
  const retry = useCallback(async () => {
    setRetrying(true);
    // The router takes a component whose code is missing for a loaded one.
    const routes = router.state.matches.map(({ routeId }) => router.routesById[routeId]);
    await Promise.all(routes.map(async (route) => route?.options.component?.preload?.()));
    await router.invalidate();
    setRetrying(false);
  }, [router]);
  const isMissing = isMissingCode(error);
  const hasNewBuild = useFetchAgain(isMissing, retry);
  const missingTitle = hasNewBuild ? messages.replaced : messages.missing;
  const failure = useFailure(error, () => void retry());
  // Below the frame of the signed-in pages the main part of the page is there already.
  const [isAlone, setAlone] = useState(false);
  useLayoutEffect(() => setAlone(document.querySelector('#root main') === null), []);
  const Place = isAlone ? 'main' : 'div';
  return (
    <Place className="grid min-h-full place-items-center">
      <h1 className="sr-only">{isMissing ? missingTitle : failure?.title}</h1>
      {isMissing && hasNewBuild ? (
        <ErrorBlock
          icon="refresh"
          title={missingTitle}
          text={messages.replacedText}
          action={
            <Button variant="primary" onClick={() => location.reload()}>
              {messages.reload}
            </Button>
          }
        />
      ) : isMissing ? (
        <ErrorBlock
          title={missingTitle}
          text={messages.missingText}
          onRetry={() => void retry()}
          retrying={isRetrying}
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

/** Tries again while code is missing, once the service can answer; true if it has another build, which only a reload gets. */
function useFetchAgain(isMissing: boolean, retry: () => Promise<void>): boolean {
  const [hasNewBuild, setNewBuild] = useState(false);
  useEffect(() => {
    if (!isMissing) return undefined;
    let isOver = false;
    const fetchAgain = async (): Promise<void> => {
      while (!isOver) {
        if (await isReplaced()) return setNewBuild(true);
        await onlineOrAfter(WAIT_MS);
        if (!isOver) await retry();
      }
    };
    void fetchAgain();
    return () => {
      isOver = true;
    };
  }, [isMissing, retry]);
  return hasNewBuild;
}
