import { useFailure } from '#src/api/use-failure.ts';
import { isOwnService } from '#src/session/api-base.ts';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { messages } from './messages.ts';
import { refusalOfError, refusalOfFault, type Refusal } from './refusal.ts';
import type { TokenCheck } from './use-token-check.ts';

interface OutcomeProps {
  readonly check: TokenCheck;
  readonly baseUrl: string;
  /** Runs when the wait that the service asked for is over. */
  readonly onReady: () => void;
}

/** Outcome of the token's check, under its field. Refusals interrupt a screen reader, the rest does not. */
export function Outcome({ check, baseUrl, onReady }: OutcomeProps) {
  const failure = useFailure(check.phase === 'refused' ? check.error : null, onReady);
  const refusal =
    check.phase === 'fault'
      ? refusalOfFault(check.fault, isOwnService(baseUrl))
      : check.phase === 'refused'
        ? refusalOfError(check.error, baseUrl, failure?.waitSeconds ?? 0)
        : null;
  return (
    <>
      <p role="status" className="mt-1.5 flex min-h-4 items-center gap-1.5 text-12 text-ink-3">
        {check.phase === 'checking' ? (
          <>
            <Spinner />
            {messages.checking}
          </>
        ) : null}
        {check.phase === 'accepted' ? (
          <>
            <Icon name="check" size={14} className="text-ok" />
            {messages.accepted}
          </>
        ) : null}
      </p>
      <div role="alert">{refusal === null ? null : <RefusalText {...refusal} />}</div>
    </>
  );
}

export function RefusalText({ title, text, causes, requestId }: Refusal) {
  return (
    <div className="-mt-4 text-12">
      <p className="flex gap-1.5 font-medium text-danger-text [overflow-wrap:anywhere]">
        <Icon name="warning" size={14} className="mt-px" />
        {title}
      </p>
      <p className="mt-0.5 ps-5 text-ink-2">{text}</p>
      {causes.length === 0 ? null : (
        <ul className="list-disc ps-9 text-ink-2">
          {causes.map((cause) => (
            <li key={cause}>{cause}</li>
          ))}
        </ul>
      )}
      {requestId === null ? null : (
        <p className="flex items-center gap-1 ps-5 text-11 text-ink-3">
          <span className="font-mono [overflow-wrap:anywhere]">{requestId}</span>
          <CopyButton text={requestId} label={messages.copyRequest} />
        </p>
      )}
    </div>
  );
}
