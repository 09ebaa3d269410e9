import { ApiFailure } from './api-failure.ts';
import { messages } from './messages.ts';

/** A failure in one line, for a toast or a form: what the service said of a bad value, else what happened and what to do. */
export function failureMessage(error: unknown): string {
  if (error instanceof ApiFailure && (error.kind === 'bad_request' || error.kind === 'conflict')) return error.message;
  const { title, text } = describeFailure(error);
  return `${title}. ${text}`;
}

/** Content of an error block. */
export interface FailureText {
  readonly title: string;
  readonly text: string;
  readonly requestId: string | null;
  /** Status, code and message as the service sent them. */
  readonly details: string | undefined;
}

/** @param waitSeconds what is left of the wait that the service asked for, 0 when it is over or none was asked. */
export function describeFailure(error: unknown, waitSeconds = 0): FailureText {
  if (!(error instanceof ApiFailure)) {
    const details = error instanceof Error ? error.message : undefined;
    return { ...messages.program, requestId: null, details };
  }
  const facts = [error.status, error.code, error.message].filter((fact) => fact !== null && fact !== '');
  return { ...sentencesOf(error, waitSeconds), requestId: error.requestId, details: facts.join(' · ') };
}

function sentencesOf(failure: ApiFailure, waitSeconds: number): { readonly title: string; readonly text: string } {
  switch (failure.kind) {
    case 'rate_limited':
      return waiting(messages.rateLimited, waitSeconds);
    case 'server':
      return failure.status === 503 ? waiting(messages.overloaded, waitSeconds) : messages.server;
    case 'not_found':
      return messages.notFound;
    case 'bad_request':
      return messages.badRequest;
    default:
      return messages[failure.kind];
  }
}

function waiting(
  texts: { readonly title: string; readonly wait: (seconds: number) => string; readonly ready: string },
  seconds: number,
): { readonly title: string; readonly text: string } {
  return { title: texts.title, text: seconds > 0 ? texts.wait(seconds) : texts.ready };
}
