import { ApiFailure } from './api-failure.ts';
import { describeFailure } from './describe-failure.ts';

/** A failure in one line, for a toast or a form: what the service said of a bad value, else what happened and what to do. */
export function failureMessage(error: unknown): string {
  if (error instanceof ApiFailure && (error.kind === 'bad_request' || error.kind === 'conflict')) return error.message;
  const { title, text } = describeFailure(error);
  return `${title}. ${text}`;
}
