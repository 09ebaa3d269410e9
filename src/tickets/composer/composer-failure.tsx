import { ApiFailure } from '#src/api/api-failure.ts';
import type { Failure } from '#src/api/use-failure.ts';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';
import type { CommentKind } from './send-comment.ts';

interface ComposerFailureProps {
  readonly error: unknown;
  readonly failure: Failure;
  readonly kind: CommentKind;
}

/** Why it was not sent, and that nothing is lost. */
export function ComposerFailure({ error, failure, kind }: ComposerFailureProps) {
  const isUnknown = mayHaveArrived(error);
  const field = error instanceof ApiFailure && error.kind === 'bad_request' ? error.message : null;
  return (
    <div role="alert" className="flex items-start gap-2 px-3 pb-2 text-12 [overflow-wrap:anywhere]">
      <Icon name="warning" size={14} className="mt-px text-danger" />
      <p className="min-w-0 flex-1 text-danger-text">
        <b className="font-medium">{isUnknown ? messages.unknown[kind] : messages.failed[kind]}.</b>{' '}
        {field ?? `${failure.title}. ${failure.text}`} {isUnknown ? messages.unknownText : messages.textKept}
        {failure.requestId === null ? null : (
          <span className="ms-1 inline-flex items-center gap-1 text-ink-3">
            <span className="font-mono text-11">{messages.request(failure.requestId)}</span>
            <CopyButton text={failure.requestId} label={messages.copyRequest} />
          </span>
        )}
      </p>
    </div>
  );
}

/** The request went out and no answer came. */
function mayHaveArrived(error: unknown): boolean {
  return error instanceof ApiFailure && ['network', 'timeout', 'unreadable'].includes(error.kind);
}
