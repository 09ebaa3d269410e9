import { siteName } from '#src/api/whoami.ts';
import { useCallback, useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { signInAgain } from './enter.ts';
import { askToSignOut } from './session-acts.ts';
import type { SessionState } from '#src/session/session-store.ts';
import { Button } from '#src/ui/button.tsx';
import { messages } from './messages.ts';
import { Outcome, RefusalText, TokenField } from './token-field.tsx';
import { useTokenCheck } from './use-token-check.ts';

const texts = messages.again;

/** Over the page when the session ended in the middle of work. The page stays mounted and goes on after signing in. */
export function ReauthDialog({ ended }: { readonly ended: Extract<SessionState, { readonly phase: 'ended' }> }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [token, setToken] = useState('');
  const { check, run, reset, refuse } = useTokenCheck();
  const { baseUrl, kept } = ended.session;
  const other = check.phase === 'accepted' && check.whoami.site_id.toString() !== ended.siteId ? check.whoami : null;

  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element?.isConnected && !element.open) element.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);

  const goOn = useCallback(
    async (text: string) => {
      const found = await run(text, baseUrl);
      if (found?.phase !== 'accepted' || found.whoami.site_id.toString() !== ended.siteId) return;
      try {
        await signInAgain({ token: found.token, baseUrl, whoami: found.whoami, keep: kept });
      } catch (error) {
        refuse(error);
      }
    },
    [run, refuse, baseUrl, kept, ended.siteId],
  );
  const checkAgain = useCallback(() => void goOn(token), [goOn, token]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (check.phase !== 'checking') checkAgain();
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      // Without a token nothing on the page would go on: signing in and signing out are the ways forward.
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => event.stopPropagation()}
      className="m-auto w-[440px] max-w-[calc(100vw-24px)] rounded-dialog border border-line-strong bg-raised p-5 text-13 text-ink shadow-2 backdrop:bg-scrim"
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <div>
          <h2 id={titleId} className="text-16 font-semibold">
            {texts.title}
          </h2>
          <p className="mt-1 text-ink-2">{texts.text}</p>
        </div>
        <TokenField
          value={token}
          onChange={(text) => {
            setToken(text);
            reset();
          }}
          onPaste={(text) => {
            setToken(text);
            void goOn(text);
          }}
          isWrong={check.phase === 'fault' || check.phase === 'refused' || other !== null}
        >
          {other === null ? (
            <Outcome check={check} baseUrl={baseUrl} onReady={checkAgain} />
          ) : (
            <div role="alert" className="mt-5.5">
              <RefusalText
                title={texts.otherSite(siteName(other), other.site_id.toString())}
                text={texts.otherSiteText}
              />
            </div>
          )}
        </TokenField>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={askToSignOut}>
            {texts.signOut}
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={check.phase === 'checking' || (check.phase === 'accepted' && other === null)}
          >
            {texts.signIn}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
