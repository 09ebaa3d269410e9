import { useId, type ReactNode } from 'react';
import { useFailure } from '#src/api/use-failure.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatTime } from '#src/format/time.ts';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { showApiCalls, useHasApiCalls } from '#src/ui/show-api-calls.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { SlowNotice } from '#src/ui/slow-notice.tsx';
import { StaleStrip } from '#src/ui/stale-strip.tsx';
import { messages } from './messages.ts';

interface PanelProps {
  readonly title: string;
  /** What its figures cover. */
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  /** The resource whose calls "Show API call" opens. */
  readonly resource?: string;
  /** 3 below a heading of its own, such as the name of a customer. */
  readonly level?: 2 | 3;
  readonly children: ReactNode;
}

/** A part of a page with its heading. */
export function Panel({ title, note, actions, resource, level = 2, children }: PanelProps) {
  const id = useId();
  const hasCalls = useHasApiCalls();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="flex min-h-control flex-wrap items-center gap-x-3 gap-y-1">
        <Heading id={id} className={`text-14 font-semibold ${level === 2 ? 'max-md:flex-1' : ''}`}>
          {title}
        </Heading>
        <p
          className={`min-w-0 flex-1 text-12 text-ink-3 tabular-nums ${level === 2 ? 'max-md:order-last max-md:basis-full' : ''}`}
        >
          {note}
        </p>
        {actions}
        {hasCalls && resource !== undefined ? (
          <span className="print:hidden">
            <IconButton icon="code" size="sm" label={messages.showCall(title)} onClick={() => showApiCalls(resource)} />
          </span>
        ) : null}
      </div>
      {children}
    </section>
  );
}

/** What of a query, or of several as one, has to be known. */
export interface Asked<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

interface QueryStateProps<Data> {
  readonly query: Asked<Data>;
  /** The name of the panel in words, for what is said while it loads and when it fails. */
  readonly name: string;
  /** How many rows it will have, so that nothing jumps. */
  readonly rows: number;
  readonly children: (data: Data) => ReactNode;
}

/** What a query has, in each of its states: loading, failed, answered, answered and then not refreshed. */
export function QueryState<Data>({ query, name, rows, children }: QueryStateProps<Data>) {
  const zone = useDisplayZone();
  if (query.data === undefined) return <QueryPending query={query} name={name} rows={rows} />;
  return (
    <>
      {query.isError ? (
        <StaleStrip
          shownAt={formatTime(new Date(query.dataUpdatedAt).toISOString(), zone)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : null}
      {children(query.data)}
    </>
  );
}

interface QueryPendingProps {
  readonly query: Pick<Asked<unknown>, 'error' | 'isFetching' | 'refetch'>;
  readonly name: string;
  readonly rows: number;
}

/** A query without an answer: it is loading, or it failed. */
export function QueryPending({ query, name, rows }: QueryPendingProps) {
  const retry = () => void query.refetch();
  const failure = useFailure(query.error, retry);
  if (failure !== null) {
    const { title, text, requestId, details } = failure;
    return (
      <ErrorBlock
        title={messages.failed(name)}
        text={messages.why(title, text)}
        requestId={requestId}
        details={details}
        onRetry={retry}
        retrying={query.isFetching}
      />
    );
  }
  return (
    <>
      <WaitingRows name={name} rows={rows} />
      <SlowNotice onRetry={retry} />
    </>
  );
}

/** The rows of a panel before they are known, in their place. */
export function WaitingRows({ name, rows }: Pick<QueryPendingProps, 'name' | 'rows'>) {
  return (
    <div aria-busy="true">
      <p className="sr-only">{messages.loading(name)}</p>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex min-h-row items-center border-b border-line">
          <Skeleton className="h-2.5 w-40" />
        </div>
      ))}
    </div>
  );
}
