import { messages } from './messages.ts';
import type { TokenCheck, TokenFault } from './use-token-check.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { describeFailure } from '#src/api/failure-message.ts';
import { useFailure } from '#src/api/use-failure.ts';
import { isOwnService, OWN_BASE } from '#src/session/api-base.ts';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Spinner } from '#src/ui/loading.tsx';

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
      {causes === undefined ? null : (
        <ul className="list-disc ps-9 text-ink-2">
          {causes.map((cause) => (
            <li key={cause}>{cause}</li>
          ))}
        </ul>
      )}
      {requestId == null ? null : (
        <p className="flex items-center gap-1 ps-5 text-11 text-ink-3">
          <span className="font-mono [overflow-wrap:anywhere]">{requestId}</span>
          <CopyButton text={requestId} label={messages.copyRequest} />
        </p>
      )}
    </div>
  );
}

/** Why a token does not open anything, in words. */
interface Refusal {
  readonly title: string;
  readonly text: string;
  readonly causes?: readonly string[];
  readonly requestId?: string | null;
}

const texts = messages.refusal;

function refusalOfFault(fault: TokenFault, isOwn: boolean): Refusal {
  if (fault.kind === 'shape')
    return { title: texts.noToken, text: isOwn ? texts.shape(fault.length) : texts.shapeElsewhere };
  return { title: fault.kind === 'empty' ? texts.emptyTitle : texts.noToken, text: texts[fault.kind] };
}

/** @param waitSeconds what is left of the wait that the service asked for. */
function refusalOfError(error: unknown, baseUrl: string, waitSeconds: number): Refusal {
  const { title, text, requestId } = describeFailure(error);
  if (!(error instanceof ApiFailure)) return { title, text, requestId };
  const host = hostOf(baseUrl);
  switch (error.kind) {
    case 'unauthorized':
      return { title: texts.notAccepted, text: texts.notAcceptedText, requestId };
    case 'network':
    case 'timeout':
      return {
        title: error.kind === 'timeout' ? texts.tookTooLong(host) : texts.noAnswer(host),
        text: texts.causes,
        causes: [
          navigator.onLine ? texts.offline : texts.offlineNow,
          texts.wrongAddress,
          texts.cors,
          texts.certificate,
        ],
      };
    case 'rate_limited':
      return { ...waiting(waitSeconds), requestId };
    case 'server':
      return error.status === 503 ? { ...waiting(waitSeconds), requestId } : { title, text, requestId };
    default:
      return { title: texts.otherService(host), text: texts.otherServiceText, requestId };
  }
}

function waiting(seconds: number): Refusal {
  if (seconds <= 0) return { title: texts.busy, text: texts.busyText };
  return { title: texts.wait(seconds), text: texts.waitText };
}

export function hostOf(baseUrl: string): string {
  return baseUrl === OWN_BASE ? location.host : new URL(baseUrl).host;
}
