import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icons/icon.tsx';
import { messages } from './messages.ts';

interface FailureLineProps {
  readonly title: string;
  /** `X-SVC-Request-Id` of the answer. */
  readonly requestId: string | null;
  readonly className?: string;
  /** The next step. */
  readonly children: ReactNode;
}

/** A failed action in the text around it: the error, a next step, and the request id for support. */
export function FailureLine({ title, requestId, className = '', children }: FailureLineProps) {
  return (
    <div role="alert" className={`flex items-start gap-2 text-12 [overflow-wrap:anywhere] ${className}`}>
      <Icon name="warning" size={14} className="mt-px text-danger" />
      <p className="min-w-0 flex-1 text-danger-text">
        <b className="font-medium">{title}.</b> {children}
        {requestId === null ? null : (
          <span className="ms-1 inline-flex items-center gap-1 text-ink-3">
            <span className="font-mono text-11">{messages.requestIs(requestId)}</span>
            <CopyButton text={requestId} label={messages.copyRequest} />
          </span>
        )}
      </p>
    </div>
  );
}
