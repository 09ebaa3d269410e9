import { Link, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { useFailure } from '#src/api/failure-message.ts';
import { useReplaceFrame } from '#src/browser/use-replace-frame.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { buttonClass, Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { isMissingCode, isReplaced, onlineOrAfter } from '#src/ui/fetch-code.ts';
import { messages } from './messages.ts';

const texts = defineMessages({
  missing: 'This page could not be loaded',
  missingText: 'You’re offline, or the service isn’t answering. The page is loaded as soon as it does.',
  replaced: 'Support Console has been updated',
  replacedText: 'Reload to continue with the new version.',
  reload: 'Reload',
});

const WAIT_MS = 3_000;

/** Replaces a route that could not be loaded or drawn. */
export function ErrorPage({ error }: { readonly error: unknown }) {
  useReplaceFrame();
  const router = useRouter();
  const [isRetrying, setRetrying] = useState(false);
  const retry = useCallback(async () => {
    setRetrying(true);
    // The router counts a component whose code is missing as loaded.
    const routes = router.state.matches.map(({ routeId }) => router.routesById[routeId]);
    await Promise.all(routes.map(async (route) => route?.options.component?.preload?.()));
    await router.invalidate();
    setRetrying(false);
  }, [router]);
  const isMissing = isMissingCode(error);
  const hasNewBuild = useFetchAgain(isMissing, retry);
  const missingTitle = hasNewBuild ? texts.replaced : texts.missing;
  const failure = useFailure(error, () => void retry());
  // Inside the frame of the signed-in pages there is a main element already.
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
          text={texts.replacedText}
          action={
            <Button variant="primary" onClick={() => location.reload()}>
              {texts.reload}
            </Button>
          }
        />
      ) : isMissing ? (
        <ErrorBlock title={missingTitle} text={texts.missingText} onRetry={() => void retry()} retrying={isRetrying} />
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

/** Replaces the page at an unknown address; the frame stays. */
export function NotFoundPage() {
  const words = messages.notFound;
  return (
    <>
      <PageHeader title={words.title} />
      <div className="pane grid min-h-0 flex-1 place-items-center">
        <EmptyBlock
          icon="search"
          title={words.heading}
          text={words.text}
          action={
            <Link to="/inbox" className={buttonClass({ variant: 'primary' })}>
              {words.toInbox}
            </Link>
          }
        />
      </div>
    </>
  );
}

/** Replaces a page that needs our extensions, on a service without them. */
export function UnprovidedPage({ label }: { readonly label: string }) {
  return (
    <>
      <PageHeader title={label} />
      <EmptyBlock icon="info" title={messages.notProvided} text={messages.documentOnly} />
    </>
  );
}
