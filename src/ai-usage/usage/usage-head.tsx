import type { UseQueryResult } from '@tanstack/react-query';
import type { getAiUsage } from '#contract/ai.ts';
import type { AiLimits } from '#contract/ai-limits.ts';
import type { Reply } from '#contract/operation.ts';
import { useFailure } from '#src/api/use-failure.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import type { TabProps } from '#src/ai-usage/tab-props.ts';
import { messages as page } from '#src/ai-usage/messages.ts';
import type { UsageWindow } from '#src/ai-usage/usage-window.ts';
import { formatTime } from '#src/format/time.ts';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { StaleStrip } from '#src/ui/stale-strip.tsx';
import { messages } from './messages.ts';
import { UsageHero } from './usage-hero.tsx';
import { UsageStrip } from './usage-strip.tsx';
import type { WindowFigures } from './use-window-figures.ts';

interface UsageHeadProps extends TabProps {
  readonly usage: UseQueryResult<Reply<typeof getAiUsage>>;
  readonly limits: AiLimits | undefined;
  readonly window: UsageWindow;
  readonly figures: UseQueryResult<WindowFigures>;
}

/** The one figure of the page with its sentence, and the strip below it. */
export function UsageHead({ usage, limits, figures, window, ...props }: UsageHeadProps) {
  const zone = useDisplayZone();
  const retry = () => void usage.refetch();
  const failure = useFailure(usage.data === undefined ? usage.error : null, retry);
  if (failure !== null) {
    const { title, text, requestId, details } = failure;
    return (
      <ErrorBlock
        title={page.failedTitle}
        text={`${title}. ${text}`}
        requestId={requestId}
        details={details}
        onRetry={retry}
        retrying={usage.isFetching}
      />
    );
  }
  return (
    <>
      {usage.data !== undefined && usage.isError ? (
        <StaleStrip
          shownAt={formatTime(new Date(usage.dataUpdatedAt).toISOString(), zone)}
          onRetry={retry}
          retrying={usage.isFetching}
        />
      ) : null}
      <section aria-label={messages.hero.label} aria-busy={usage.data === undefined || undefined}>
        {usage.data === undefined ? (
          <>
            <p className="sr-only">{messages.loading}</p>
            <div className="flex h-9 items-center">
              <Skeleton className="h-6 w-40" />
            </div>
            <div className="flex min-h-5 items-center max-md:min-h-15">
              <Skeleton className="h-2.5 w-64" />
            </div>
          </>
        ) : (
          <UsageHero usage={usage.data} limits={limits} search={props.search} />
        )}
      </section>
      <UsageStrip {...props} usage={usage.data} window={window} features={figures.data?.features} />
    </>
  );
}
