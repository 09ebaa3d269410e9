import { defineMessages, plural } from '#src/i18n/messages.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { needsScope } from '#src/api/write-access.ts';
import { useEffect, useRef, useState } from 'react';

const seconds = (n: number): string => plural(n, { one: `${n} second`, other: `${n} seconds` });

const messages = defineMessages({
  unauthorized: { title: 'This token no longer works', text: 'Sign in again. Your filters are kept.' },
  forbidden: {
    title: 'Not allowed',
    text: 'This token does not have the scope for this. A site administrator can issue one that does.',
  },
  readOnly: { title: 'Not changed', text: 'The page around this frame doesn’t allow changes.' },
  notFound: { title: 'Not found', text: 'It doesn’t exist on this site, or someone has deleted it.' },
  conflict: { title: 'Changed by someone else', text: 'Load it again to see the latest version.' },
  badRequest: {
    title: 'The service did not understand the request',
    text: 'Change the filters, or reload the page.',
  },
  rateLimited: {
    title: 'Too many requests',
    wait: (n: number) => `This API token has used its requests for this minute. Try again in ${seconds(n)}.`,
    ready: 'This API token had used its requests for the minute. You can try again now.',
  },
  overloaded: {
    title: 'The service is busy',
    wait: (n: number) => `Try again in ${seconds(n)}.`,
    ready: 'You can try again now.',
  },
  server: { title: 'The service had an error', text: 'Nothing is wrong with your request. Try again in a moment.' },
  network: { title: 'No answer from the service', text: 'Check your connection. The service may also be down.' },
  timeout: { title: 'The service took too long', text: 'It did not answer in time. Try again.' },
  unreadable: {
    title: 'Unexpected response from the server',
    text: 'It was cut short, or it does not match this API. Try again.',
  },
  program: { title: 'Something went wrong here', text: 'This is a fault in Support Console. Reload the page.' },
});

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
    case 'read_only':
      return messages.readOnly;
    case 'forbidden':
      return failure.missingScope === null
        ? messages.forbidden
        : { title: messages.forbidden.title, text: needsScope(failure.missingScope) };
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

const TICK_MS = 250;

export interface Failure extends FailureText {
  /** Whole seconds until the service lets itself be asked again; 0 when it may be asked now. */
  readonly waitSeconds: number;
}

/** The texts of a failure with its countdown; null without one. `onReady` runs once, when a wait is over. */
export function useFailure(error: unknown, onReady?: () => void): Failure | null {
  const waitSeconds = useWait(error, onReady);
  return error === null || error === undefined ? null : { ...describeFailure(error, waitSeconds), waitSeconds };
}

function useWait(error: unknown, onReady: (() => void) | undefined): number {
  const until = waitEnd(error);
  const [now, setNow] = useState(Date.now);
  const ready = useRef(onReady);
  useEffect(() => {
    ready.current = onReady;
  });
  useEffect(() => {
    if (until === null) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() < until) return;
      clearInterval(timer);
      ready.current?.();
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [until]);
  // The clock of the last tick may be older than the failure.
  return until === null ? 0 : Math.ceil(Math.max(0, until - Math.max(now, startOf(error))) / 1000);
}

function waitEnd(error: unknown): number | null {
  if (!(error instanceof ApiFailure) || !error.retryAfterSeconds) return null;
  return error.at + error.retryAfterSeconds * 1000;
}

function startOf(error: unknown): number {
  return error instanceof ApiFailure ? error.at : 0;
}
