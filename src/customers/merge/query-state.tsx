import { useFailure } from '#src/api/use-failure.ts';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { SlowNotice } from '#src/ui/slow-notice.tsx';

interface QueryStateProps {
  readonly query: {
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  /** What is said while it loads, and when it failed. */
  readonly loading: string;
  readonly failed: string;
  /** How many rows it will have, and how tall they are, so that nothing jumps. */
  readonly rows: number;
  readonly rowClass?: string;
}

/** A query without an answer: it is loading, or it failed. */
export function QueryState({ query, loading, failed, rows, rowClass = 'min-h-row' }: QueryStateProps) {
  const retry = () => void query.refetch();
  const failure = useFailure(query.error, retry);
  if (failure !== null) {
    const { title, text, requestId, details } = failure;
    return (
      <ErrorBlock
        title={failed}
        text={`${title}. ${text}`}
        requestId={requestId}
        details={details}
        onRetry={retry}
        retrying={query.isFetching}
      />
    );
  }
  return (
    <div aria-busy="true">
      <p className="sr-only">{loading}</p>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={`flex items-center border-b border-line px-4 ${rowClass}`}>
          <Skeleton className="h-2.5 w-40" />
        </div>
      ))}
      <SlowNotice onRetry={retry} />
    </div>
  );
}
