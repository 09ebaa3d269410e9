import { Button } from '#src/ui/button.tsx';

interface MoreRowsProps {
  readonly texts: { readonly more: string; readonly moreFailed: string; readonly retry: string };
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  /** The page that could not be loaded. */
  readonly failed: { readonly isFetching: boolean; readonly refetch: () => unknown } | null;
  readonly onMore: () => void;
}

/** The foot of rows that are loaded page by page. */
export function MoreRows({ texts, hasMore, isLoading, failed, onMore }: MoreRowsProps) {
  return (
    <>
      {failed === null ? null : (
        <p role="alert" className="flex items-center gap-2 py-2 text-12 text-danger-text">
          {texts.moreFailed}
          <Button size="sm" busy={failed.isFetching} onClick={() => void failed.refetch()}>
            {texts.retry}
          </Button>
        </p>
      )}
      {hasMore || isLoading ? (
        <Button size="sm" className="mt-2 print:hidden" busy={isLoading} onClick={onMore}>
          {texts.more}
        </Button>
      ) : null}
    </>
  );
}
