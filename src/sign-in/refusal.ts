import { ApiFailure } from '#src/api/api-failure.ts';
import { describeFailure } from '#src/api/failure-message.ts';
import { OWN_BASE } from '#src/session/api-base.ts';
import { messages } from './messages.ts';
import type { TokenFault } from './read-token.ts';

/** Why a token does not open anything, in words. */
export interface Refusal {
  readonly title: string;
  readonly text: string;
  readonly causes: readonly string[];
  readonly requestId: string | null;
}

const texts = messages.refusal;

export function refusalOfFault(fault: TokenFault, isOwn: boolean): Refusal {
  const title = fault.kind === 'empty' ? texts.emptyTitle : texts.noToken;
  return { title, text: textOfFault(fault, isOwn), causes: [], requestId: null };
}

function textOfFault(fault: TokenFault, isOwn: boolean): string {
  if (fault.kind !== 'shape') return texts[fault.kind];
  return isOwn ? texts.shape(fault.length) : texts.shapeElsewhere;
}

/** @param waitSeconds what is left of the wait that the service asked for. */
export function refusalOfError(error: unknown, baseUrl: string, waitSeconds: number): Refusal {
  const { title, text, requestId } = describeFailure(error);
  if (!(error instanceof ApiFailure)) return { title, text, causes: [], requestId };
  const host = hostOf(baseUrl);
  switch (error.kind) {
    case 'unauthorized':
      return { title: texts.notAccepted, text: texts.notAcceptedText, causes: [], requestId };
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
        requestId: null,
      };
    case 'rate_limited':
      return { ...waiting(waitSeconds), causes: [], requestId };
    case 'server':
      return error.status === 503
        ? { ...waiting(waitSeconds), causes: [], requestId }
        : { title, text, causes: [], requestId };
    default:
      return { title: texts.otherService(host), text: texts.otherServiceText, causes: [], requestId };
  }
}

function waiting(seconds: number): { readonly title: string; readonly text: string } {
  if (seconds <= 0) return { title: texts.busy, text: texts.busyText };
  return { title: texts.wait(seconds), text: texts.waitText };
}

export function hostOf(baseUrl: string): string {
  return baseUrl === OWN_BASE ? location.host : new URL(baseUrl).host;
}
