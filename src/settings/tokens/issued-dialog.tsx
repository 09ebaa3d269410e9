import { useEffect, useRef, useState } from 'react';
import type { Body, Reply } from '#contract/operation.ts';
import { issueApiToken, type ApiToken } from '#contract/tokens.ts';
import { ApiFailure, isUnsure } from '#src/api/api-failure.ts';
import { curlOf } from '#src/api/curl.ts';
import { useWrite } from '#src/api/write.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatInstant } from '#src/format/time.ts';
import { sessionState } from '#src/session/session-store.ts';
import { useConfirmToken } from '#src/settings/confirm-token.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { SecretDialog } from '#src/ui/secret-dialog.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

export type IssuedToken = Reply<typeof issueApiToken>;

/**
 * Issues or rotates a token, once the caller's own was confirmed, and says so if the page was left before the new one came.
 * `dialog` is to be rendered beside what asks.
 */
export function useIssueToken() {
  const { askForToken, dialog } = useConfirmToken();
  const { write, isBusy, error } = useWrite(issueApiToken);
  const [issued, setIssued] = useState<IssuedToken | null>(null);
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  async function issue(body: Body<typeof issueApiToken>): Promise<IssuedToken | null> {
    const confirmation = await askForToken(messages.confirm);
    if (confirmation === null) return null;
    const reply = await write({ body: { ...body, ...confirmation } });
    if (reply !== null && !isOpen.current) toast({ kind: 'error', text: messages.late(reply.label) });
    return reply;
  }
  return { issue, dialog, isBusy, error, issued, setIssued };
}

/** Why a write of this page was not done: a refusal in the service's own words, since scopes are not its only reason. */
export function whyOf(error: Error | null): (why: string) => string {
  return (why) => {
    if (isUnsure(error)) return `${why} ${messages.unsure}`;
    return error instanceof ApiFailure && error.kind === 'forbidden' ? messages.refused(error.message) : why;
  };
}

interface IssuedDialogProps {
  readonly issued: IssuedToken;
  /** The token that it replaces, and when that one ends. */
  readonly old?: { readonly token: ApiToken; readonly end: string };
  readonly onClose: () => void;
}

const { issued: texts } = messages;

/** Shows the new token until it is closed, with a call to try it. */
export function IssuedDialog({ issued, old, onClose }: IssuedDialogProps) {
  const zone = useDisplayZone();
  return (
    <SecretDialog
      title={texts.title}
      lead={texts.lead(issued.label)}
      name={texts.name}
      secret={issued.token}
      lost={texts.lost}
      copy={texts.copy}
      onClose={onClose}
    >
      {old === undefined ? null : (
        <p className="mt-3 text-pretty">
          {Date.parse(old.end) > Date.now()
            ? texts.until(old.token.token_prefix, formatInstant(old.end, zone))
            : texts.ended(old.token.token_prefix)}{' '}
          {old.token.is_me ? <b className="font-semibold">{texts.own}</b> : null}
        </p>
      )}
      <TryIt />
      <p className="mt-3 border-t border-line pt-3 text-12">
        <span className="text-ink-3">{texts.expires}</span>{' '}
        <span className="tabular-nums">{formatInstant(issued.expires_utc, zone)}</span>
      </p>
    </SecretDialog>
  );
}

/** A first call from a shell. The token stays in its field: the commands read it from SUPPORT_TOKEN. */
function TryIt() {
  const state = sessionState();
  const base = state.phase === 'out' ? '' : state.session.baseUrl;
  const call = { method: 'GET', url: `${base}/api.ashx?resource=whoami`, body: null, idempotencyKey: null };
  const commands = `read -rs SUPPORT_TOKEN\n${curlOf(call, location.origin)}`;
  return (
    <section className="mt-4">
      <div className="mb-1 flex items-center gap-2">
        <h3 className="flex-1 text-12 font-medium">{texts.try}</h3>
        <CopyButton text={commands} label={texts.copyTry} showLabel />
      </div>
      <pre className="rounded-control bg-sunken px-3 py-2 font-mono text-11 [overflow-wrap:anywhere] whitespace-pre-wrap">
        {commands}
      </pre>
      <p className="mt-1 text-12 text-ink-3">{texts.tryText}</p>
    </section>
  );
}
