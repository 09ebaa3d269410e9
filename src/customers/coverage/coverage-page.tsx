import { PageHeader } from '#src/panels/page-frame.tsx';
import { PageBody } from '#src/panels/page-parts.tsx';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { listCustomerIdentities, type Channel } from '#contract/customers.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { formatCount } from '#src/format/number.ts';
import { QueryPending, StaleQuery } from '#src/panels/panel.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { showApiCalls, useHasApiCalls } from '#src/ui/show-api-calls.ts';
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
  const query = useCoverage(isCounted);
  const hasCalls = useHasApiCalls();
  const [saving, setSaving] = useState<{ readonly channel: Channel; readonly without: number } | null>(null);
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
              <IconButton
                icon="refresh"
                label={messages.refresh}
                kbd="r"
                busy={query.isFetching}
                onClick={() => void query.refetch()}
              />
            </>
          ) : null
        }
      />
      <StaleQuery query={query} />
      <PageBody>
        {!isDeployed ? (
          <EmptyBlock icon="chat" title={messages.notDeployed} text={messages.notDeployedText} action={<ToList />} />
        ) : !hasTools ? (
          <EmptyBlock icon="chat" title={messages.notProvided} text={messages.notProvidedText} action={<ToList />} />
        ) : query.data === undefined ? (
          <QueryPending query={query} name={messages.title} loading={messages.loading} rows={6} />
        ) : query.data.total === 0 ? (
          <EmptyBlock icon="people" title={messages.none} text={messages.noneText} action={<ToList />} />
        ) : (
          <>
            <h2 className="text-20 font-semibold text-balance">
              {messages.lead(query.data.total, formatCount(query.data.total))}
            </h2>
            <p className="max-w-measure text-ink-2 text-pretty">{messages.leadText}</p>
            <CoverageTable coverage={query.data} onSave={(channel, without) => setSaving({ channel, without })} />
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
