import { PageBody, PageHeader } from '#src/panels/page-frame.tsx';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { listCustomerIdentities, type Channel } from '#contract/customers.ts';
import { useFailure } from '#src/api/use-failure.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatTime } from '#src/format/time.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { showApiCalls, useHasApiCalls } from '#src/ui/show-api-calls.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { SlowNotice } from '#src/ui/slow-notice.tsx';
import { StaleStrip } from '#src/ui/stale-strip.tsx';
import { CoverageTable } from './coverage-table.tsx';
import { messages } from './messages.ts';
import { useCoverage } from './use-coverage.ts';

const BindFileDialog = lazyPart(async () => (await import('./bind-file-dialog.tsx')).BindFileDialog);

/** Which customers can be reached by which channel, and a file of those who cannot. */
export function CoveragePage() {
  const whoami = useWhoami();
  const isDeployed = whoami.capabilities.deployed.channels !== false;
  const hasTools = hasExtension(whoami, 'identity_tools');
  const isCounted = isDeployed && hasTools;
  const coverage = useCoverage(isCounted);
  const hasCalls = useHasApiCalls();
  const zone = useDisplayZone();
  const [saving, setSaving] = useState<{ readonly channel: Channel; readonly without: number } | null>(null);
  const retry = () => void coverage.refresh();
  const { total, error, isFetching } = coverage;
  return (
    <>
      <PageHeader
        title={messages.title}
        lead={
          <Link to="/customers" aria-label={messages.back} className={buttonClass({ variant: 'ghost', square: true })}>
            <Icon name="back" />
          </Link>
        }
        actions={
          isCounted ? (
            <>
              {hasCalls ? (
                <IconButton
                  icon="code"
                  label={messages.showCall}
                  onClick={() => showApiCalls(listCustomerIdentities.resource)}
                />
              ) : null}
              <IconButton icon="refresh" label={messages.refresh} kbd="r" busy={isFetching} onClick={retry} />
            </>
          ) : null
        }
      />
      {error === null || total === null ? null : (
        <StaleStrip
          shownAt={formatTime(new Date(coverage.updatedAt).toISOString(), zone)}
          onRetry={retry}
          retrying={isFetching}
        />
      )}
      <PageBody>
        {!isDeployed ? (
          <EmptyBlock icon="chat" title={messages.notDeployed} text={messages.notDeployedText} action={<ToList />} />
        ) : !hasTools ? (
          <EmptyBlock icon="chat" title={messages.notProvided} text={messages.notProvidedText} action={<ToList />} />
        ) : total === null ? (
          <Uncounted error={error} isFetching={isFetching} onRetry={retry} />
        ) : total === 0 ? (
          <EmptyBlock icon="people" title={messages.none} text={messages.noneText} action={<ToList />} />
        ) : (
          <>
            <h2 className="text-20 font-semibold text-balance">{messages.lead(total, formatCount(total))}</h2>
            <p className="max-w-measure text-ink-2 text-pretty">{messages.leadText}</p>
            <CoverageTable
              coverage={coverage}
              total={total}
              onSave={(channel, without) => setSaving({ channel, without })}
            />
          </>
        )}
      </PageBody>
      {saving === null ? null : (
        <Suspense fallback={null}>
          <BindFileDialog {...saving} onClose={() => setSaving(null)} />
        </Suspense>
      )}
    </>
  );
}

function ToList() {
  return (
    <Link to="/customers" className={buttonClass({})}>
      {messages.toList}
    </Link>
  );
}

interface UncountedProps {
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly onRetry: () => void;
}

function Uncounted({ error, isFetching, onRetry }: UncountedProps) {
  const failure = useFailure(error, onRetry);
  if (failure !== null) return <ErrorBlock {...failure} onRetry={onRetry} retrying={isFetching} />;
  return (
    <div aria-busy="true">
      <p className="sr-only">{messages.loading}</p>
      <Skeleton className="h-5 w-64" />
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className="flex min-h-row items-center border-b border-line">
          <Skeleton className="h-2.5 w-2/3" />
        </div>
      ))}
      <SlowNotice onRetry={onRetry} />
    </div>
  );
}
