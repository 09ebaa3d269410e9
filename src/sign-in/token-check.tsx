import { useCallback, useRef, useState } from 'react';
import { type Whoami, getWhoami } from '#contract/site.ts';
import { findTokenFault } from '#contract/token-format.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { describeFailure, useFailure } from '#src/api/failure-message.ts';
import { isOwnService, OWN_BASE } from '#src/session/api-base.ts';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Spinner } from '#src/ui/loading.tsx';
import { messages } from './messages.ts';

/** The state of the text in the field. */
export type TokenCheck =
  | { readonly phase: 'unchecked' }
  | { readonly phase: 'fault'; readonly fault: TokenFault }
  | { readonly phase: 'checking' }
  | { readonly phase: 'refused'; readonly error: unknown }
  | { readonly phase: 'accepted'; readonly token: string; readonly whoami: Whoami };

export function useTokenCheck() {
  const [check, setCheck] = useState<TokenCheck>({ phase: 'unchecked' });
  const running = useRef<AbortController>(null);

  /** Checks the text and asks whoami with it. Returns null if a later check overtook it. */
  const run = useCallback(async (token: string, baseUrl: string): Promise<TokenCheck | null> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const fault = judgeToken(token, isOwnService(baseUrl));
    if (fault === null) setCheck({ phase: 'checking' });
    const found: TokenCheck = fault === null ? await ask(token, baseUrl, controller.signal) : { phase: 'fault', fault };
    if (controller.signal.aborted) return null;
    setCheck(found);
    return found;
  }, []);

  const reset = useCallback(() => {
    running.current?.abort();
    setCheck({ phase: 'unchecked' });
  }, []);

  /** Shows the failure of a step after an accepted check. */
  const refuse = useCallback((error: unknown) => setCheck({ phase: 'refused', error }), []);
  return { check, run, reset, refuse };
}

async function ask(token: string, baseUrl: string, signal: AbortSignal): Promise<TokenCheck> {
  try {
    return { phase: 'accepted', token, whoami: await call(getWhoami, { token, baseUrl, signal }) };
  } catch (error) {
    return { phase: 'refused', error };
  }
}

export type TokenFault =
  | { readonly kind: 'empty' }
  | { readonly kind: 'session' | 'portal' | 'checksum' }
  | { readonly kind: 'shape'; readonly length: number };

/** The token of a pasted text: white space and invisible characters are dropped, and a start link gives its token. */
export function cleanToken(text: string): string {
  const bare = text.replace(/[\s\u200b-\u200d\u2060\ufeff]+/g, '');
  return /#token=([^&]*)/.exec(bare)?.[1] ?? bare;
}

/**
 * The fault of a token that can be seen in the browser, or null.
 * @param isOwn the token is for the service of this page. The format of other services' tokens is unknown: only those that
 * begin like ours have their checksum checked, and others are refused if too short or with odd characters.
 */
export function judgeToken(token: string, isOwn: boolean): TokenFault | null {
  if (token === '') return { kind: 'empty' };
  if (/^sct_[0-9A-Za-z]{44}$/.test(token)) return { kind: 'session' };
  if (/^spt_[0-9A-Za-z]{44}$/.test(token)) return { kind: 'portal' };
  if (!isOwn && !token.startsWith('sck_') && /^[\w.~+/-]{16,512}=*$/.test(token)) return null;
  const fault = findTokenFault(token);
  if (fault === 'shape') return { kind: 'shape', length: token.length };
  return fault === null ? null : { kind: fault };
}

interface OutcomeProps {
  readonly check: TokenCheck;
  readonly baseUrl: string;
  /** Runs when the wait that the service asked for is over. */
  readonly onReady: () => void;
}

/** The outcome of the check, under the field. Only refusals interrupt a screen reader. */
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

/** @param waitSeconds the rest of the wait that the service asked for */
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
