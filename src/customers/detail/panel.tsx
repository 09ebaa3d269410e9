import type { ComponentProps, ReactNode } from 'react';
import { Panel } from '#src/panels/panel.tsx';
import { Button } from '#src/ui/button.tsx';

/** A part of the page of one customer, below the name. */
export function CustomerPanel(props: Omit<ComponentProps<typeof Panel>, 'level'>) {
  return (
    <div className="mt-7 min-w-0 @container">
      <Panel level={3} {...props} />
    </div>
  );
}

/** One line where there is nothing, with what to do about it. */
export function Nothing({ children }: { readonly children: ReactNode }) {
  return <p className="border-b border-line py-2 text-ink-3 text-pretty">{children}</p>;
}

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
