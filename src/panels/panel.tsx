import { useId, type ReactNode } from 'react';
import { ApiFailure } from '#src/api/api-failure.ts';
import { useFailure } from '#src/api/failure-message.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatTime } from '#src/format/time.ts';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { Skeleton } from '#src/ui/loading.tsx';
import { SlowNotice } from '#src/ui/slow-notice.tsx';
import { StaleStrip } from '#src/ui/stale-strip.tsx';
import { messages } from './messages.ts';

interface PanelProps {
  readonly title: string;
  /** Window and zone of its figures. */
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  /** 3 below a heading of its own, such as the name of a customer. */
  readonly level?: 2 | 3;
  readonly children: ReactNode;
}

/** A part of a page with its heading. */
export function Panel({ title, note, actions, level = 2, children }: PanelProps) {
  const id = useId();
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
      </div>
      {children}
    </section>
  );
}

/** The part of a query's result that its states need; several queries can be shown as one by an object of this form. */
export interface Asked<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

interface PendingProps {
  /** The panel in words: "Loading notes", "Notes could not be loaded" are made from it. */
  readonly name: string;
  /** Where the words made from the name do not fit. */
  readonly loading?: string;
  readonly failed?: string;
  /** How many rows it will have, and their height as a class, so that nothing jumps when they come. */
  readonly rows?: number;
  readonly rowClass?: string;
  /** In place of the rows, where what comes looks different. */
  readonly skeleton?: ReactNode;
  /** Beside Retry, where the query failed. */
  readonly action?: ReactNode;
}

interface QueryStateProps<Data> extends PendingProps {
  readonly query: Asked<Data>;
  /** Shown where the service answers that there is no such thing. */
  readonly missing?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/**
 * A query in each of its states: loading, failed, missing, answered, answered and then not refreshed. After a refusal with
 * a time to wait it asks again by itself.
 *
 *     <QueryState query={useQuery(read(listNotes))} name={messages.notes} rows={5}>
 *       {({ items }) => <Notes notes={items} />}
 *     </QueryState>
 */
export function QueryState<Data>({ query, missing, children, ...pending }: QueryStateProps<Data>) {
  if (missing !== undefined && isNotFound(query.error)) return missing;
  if (query.data === undefined) return <QueryPending query={query} {...pending} />;
  return (
    <>
      <StaleQuery query={query} />
      {children(query.data)}
    </>
  );
}

interface QueryPendingProps extends PendingProps {
  readonly query: Pick<Asked<unknown>, 'error' | 'isFetching' | 'refetch'>;
}

/** A query without an answer: it is loading, or it failed. */
export function QueryPending({ query, failed, action, ...waiting }: QueryPendingProps) {
  const retry = () => void query.refetch();
  const failure = useFailure(query.error, retry);
  if (failure !== null) {
    const { title, text, requestId, details } = failure;
    return (
      <ErrorBlock
        title={failed ?? messages.failed(waiting.name)}
        text={messages.why(title, text)}
        requestId={requestId}
        details={details}
        onRetry={retry}
        retrying={query.isFetching}
        action={action}
      />
    );
  }
  return (
    <>
      <WaitingRows {...waiting} />
      <SlowNotice onRetry={retry} />
    </>
  );
}

/** The rows of a panel before they are known, in their place. */
export function WaitingRows({
  name,
  loading = messages.loading(name),
  rows = 0,
  rowClass = 'min-h-row',
  skeleton,
}: Omit<PendingProps, 'failed' | 'action'>) {
  return (
    <div aria-busy="true">
      <p className="sr-only">{loading}</p>
      {skeleton ??
        Array.from({ length: rows }, (_, index) => (
          <div key={index} className={`flex items-center border-b border-line ${rowClass}`}>
            <Skeleton className="h-2.5 w-40" />
          </div>
        ))}
    </div>
  );
}

/** A line with the time of what is shown, where it could not be refreshed. */
export function StaleQuery({ query }: { readonly query: Asked<unknown> }) {
  const zone = useDisplayZone();
  const retry = () => void query.refetch();
  const error = query.data === undefined ? null : query.error;
  useFailure(error, retry);
  if (error === null) return null;
  return (
    <StaleStrip
      shownAt={formatTime(new Date(query.dataUpdatedAt).toISOString(), zone)}
      onRetry={retry}
      retrying={query.isFetching}
    />
  );
}

/** Whether the service answered that there is no such thing. */
export function isNotFound(error: Error | null): boolean {
  return error instanceof ApiFailure && error.kind === 'not_found';
}
