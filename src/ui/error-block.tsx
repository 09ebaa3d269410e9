import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Icon, type IconName } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';
import { showApiCalls, useHasApiCalls } from './show-api-calls.ts';

interface ErrorBlockProps {
  readonly title: string;
  readonly text: string;
  /** `X-SVC-Request-Id` of the answer. */
  readonly requestId?: string | null | undefined;
  /** Status and code, in a fold. */
  readonly details?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
  readonly retrying?: boolean;
  readonly icon?: IconName;
  /** Another way forward, beside or instead of Retry. */
  readonly action?: ReactNode;
}

/** A failed panel: the error, a next step, and the request id for support. */
export function ErrorBlock({ title, text, requestId, details, onRetry, retrying, icon, action }: ErrorBlockProps) {
  const hasCalls = useHasApiCalls();
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center px-4 py-10 text-center">
      <Icon name={icon ?? 'warning'} className="mb-1 text-ink-3" />
      <p className="font-medium text-ink [overflow-wrap:anywhere]">{title}</p>
      <p className="text-12 text-ink-3 [overflow-wrap:anywhere]">{text}</p>
      {onRetry === undefined && action === undefined ? null : (
        <div className="mt-3 flex flex-wrap justify-center gap-2">
          {onRetry === undefined ? null : (
            <Button onClick={onRetry} busy={retrying ?? false}>
              {messages.retry}
            </Button>
          )}
          {action}
        </div>
      )}
      {requestId ? (
        <p className="mt-2 flex items-center gap-1 text-11 text-ink-3">
          {messages.request} <span className="font-mono text-11 [overflow-wrap:anywhere]">{requestId}</span>
          <CopyButton text={requestId} label={messages.copyRequest} />
        </p>
      ) : null}
      {hasCalls ? (
        <Button size="sm" variant="ghost" onClick={() => showApiCalls(requestId ?? undefined)}>
          {messages.showCall}
        </Button>
      ) : null}
      {details === undefined ? null : (
        <details className="mt-1 text-11 text-ink-3">
          <summary className="min-h-6 cursor-pointer leading-6">{messages.details}</summary>
          <code className="block rounded-control bg-sunken px-2.5 py-2 text-start font-mono text-11 [overflow-wrap:anywhere] whitespace-pre-wrap">
            {details}
          </code>
        </details>
      )}
    </div>
  );
}
