import { useCallback, useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { siteName } from '#src/api/whoami.ts';
import { SITE_KEYS, storage } from '#src/browser/storage.ts';
import { isSameOwner, ownerOf, type Owner } from '#src/session/owner.ts';
import type { SessionState } from '#src/session/session-store.ts';
import { isNothing, unsentWork, type UnsentWork } from '#src/session/unsent-work.ts';
import { Button } from '#src/ui/button.tsx';
import { messages } from './messages.ts';
import { askToSignOut, signInAgain } from './session-acts.ts';
import { SecretField } from '#src/forms/secret-field.tsx';
import { UnsentLines } from './sign-out-dialog.tsx';
import { cleanToken, Outcome, RefusalText, useTokenCheck, type TokenCheck } from './token-check.tsx';

const texts = messages.again;

type Ended = Extract<SessionState, { readonly phase: 'ended' }>;
type Accepted = Extract<TokenCheck, { readonly phase: 'accepted' }>;

/** Opens over the page when the session ends in the middle of work. The page stays mounted and continues after signing in. */
export function ReauthDialog({ ended }: { readonly ended: Ended }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [token, setToken] = useState('');
  const [isEntering, setEntering] = useState(false);
  const { check, run, reset, refuse } = useTokenCheck();
  const { owner, session } = ended;
  const { baseUrl, kept } = session;
  const accepted = check.phase === 'accepted' ? check : null;
  const isOtherSite = accepted !== null && accepted.whoami.site_id.toString() !== owner.siteId;
  const asked = accepted === null || isOtherSite ? null : questionFor(owner, accepted);

  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element?.isConnected && !element.open) element.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);

  const enter = useCallback(
    async ({ token: right, whoami }: Accepted) => {
      setEntering(true);
      try {
        await signInAgain({ token: right, baseUrl, whoami, keep: kept });
      } catch (error) {
        setEntering(false);
        refuse(error);
      }
    },
    [refuse, baseUrl, kept],
  );

  const submitToken = useCallback(
    async (text: string) => {
      const found = await run(text, baseUrl);
      if (found?.phase !== 'accepted' || found.whoami.site_id.toString() !== owner.siteId) return;
      if (questionFor(owner, found) === null) await enter(found);
    },
    [run, enter, baseUrl, owner],
  );
  const checkAgain = useCallback(() => void submitToken(token), [submitToken, token]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (check.phase !== 'checking') checkAgain();
  }

  function back(): void {
    setToken('');
    reset();
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      // The page cannot work without a token, so Escape closes nothing.
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => event.stopPropagation()}
      className="m-auto w-[440px] max-w-[calc(100vw-24px)] rounded-dialog border border-line-strong bg-raised p-5 text-13 text-ink shadow-2 backdrop:bg-scrim"
    >
      {accepted !== null && asked !== null ? (
        <OtherPerson
          titleId={titleId}
          before={owner}
          next={ownerOf(accepted.whoami)}
          work={asked}
          isEntering={isEntering}
          onContinue={() => void enter(accepted)}
          onBack={back}
        />
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          <div>
            <h2 id={titleId} className="text-16 font-semibold">
              {texts.title}
            </h2>
            <p className="mt-1 text-ink-2">{texts.text}</p>
          </div>
          <SecretField
            label={messages.token}
            clean={cleanToken}
            value={token}
            onChange={(text) => {
              setToken(text);
              reset();
            }}
            onPaste={(text) => {
              setToken(text);
              void submitToken(text);
            }}
            isWrong={check.phase === 'fault' || check.phase === 'refused' || isOtherSite}
          >
            {accepted !== null && isOtherSite ? (
              <div role="alert" className="mt-5.5">
                <RefusalText
                  title={texts.otherSite(siteName(accepted.whoami), accepted.whoami.site_id.toString())}
                  text={texts.otherSiteText}
                />
              </div>
            ) : (
              <Outcome check={check} baseUrl={baseUrl} onReady={checkAgain} />
            )}
          </SecretField>
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="ghost" onClick={askToSignOut}>
              {texts.signOut}
            </Button>
            <Button
              type="submit"
              variant="primary"
              busy={check.phase === 'checking' || (accepted !== null && !isOtherSite)}
            >
              {texts.signIn}
            </Button>
          </div>
        </form>
      )}
    </dialog>
  );
}

/** The unsent work of the person before; null if the same person signs in, or nothing is unsent. */
function questionFor(before: Owner, { whoami }: Accepted): UnsentWork | null {
  if (isSameOwner(before, ownerOf(whoami))) return null;
  const work = unsentWork();
  // Half-done notes of customers and reviews, and business hours, are drafts of this tab.
  const inTab = [SITE_KEYS.noteDrafts, SITE_KEYS.reviewNotes, SITE_KEYS.hoursDraft].filter(
    (key) => storage.tab.get(key) !== null,
  ).length;
  const drafts = work.drafts + inTab;
  return isNothing(work) && work.saves === 0 && drafts === 0 ? null : { ...work, drafts };
}

interface OtherPersonProps {
  readonly titleId: string;
  readonly before: Owner;
  readonly next: Owner;
  readonly work: UnsentWork;
  readonly isEntering: boolean;
  readonly onContinue: () => void;
  readonly onBack: () => void;
}

/** A different person confirms to send unsent work under their own name. */
function OtherPerson({ titleId, before, next, work, isEntering, onContinue, onBack }: OtherPersonProps) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h2 id={titleId} className="text-16 font-semibold">
          {texts.otherTitle(before.label)}
        </h2>
        <ul className="mt-2 ms-4 list-disc tabular-nums">
          <UnsentLines work={work} />
        </ul>
        <p className="mt-2 text-ink-2">{texts.otherText(next.label)}</p>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={askToSignOut}>
          {texts.signOut}
        </Button>
        <Button ref={first} onClick={onBack}>
          {texts.back}
        </Button>
        <Button variant="primary" busy={isEntering} onClick={onContinue}>
          {texts.continueAs(next.label)}
        </Button>
      </div>
    </div>
  );
}
