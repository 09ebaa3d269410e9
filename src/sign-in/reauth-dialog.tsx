import { useCallback, useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { siteName } from '#src/api/whoami.ts';
import { SITE_KEYS, storage } from '#src/browser/storage.ts';
import { isSameOwner, ownerOf, type Owner } from '#src/session/owner.ts';
import type { SessionState } from '#src/session/session-store.ts';
import { isNothing, unsentWork, type UnsentWork } from '#src/session/unsent-work.ts';
import { Button } from '#src/ui/button.tsx';
import { signInAgain, signInInstead } from './enter.ts';
import { messages } from './messages.ts';
import { askToSignOut } from './session-acts.ts';
import { SecretField } from '#src/forms/secret-field.tsx';
import { Outcome, RefusalText } from './token-outcome.tsx';
import { UnsentLines } from './unsent-lines.tsx';
import { cleanToken, useTokenCheck, type TokenCheck } from './use-token-check.ts';

const texts = messages.again;

type Ended = Extract<SessionState, { readonly phase: 'ended' }>;
type Accepted = Extract<TokenCheck, { readonly phase: 'accepted' }>;
/** What another person does with what waits here. */
type Choice = 'take' | 'discard';

/** Over the page when the session ended in the middle of work. The page stays mounted and continues after signing in. */
export function ReauthDialog({ ended }: { readonly ended: Ended }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [token, setToken] = useState('');
  const [isKept, setKept] = useState(false);
  const [entering, setEntering] = useState<Choice | null>(null);
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
    async ({ token: right, whoami }: Accepted, choice: Choice | null) => {
      const wanted = { token: right, baseUrl, whoami, keep: kept };
      setEntering(choice);
      try {
        if (choice === 'take' || isSameOwner(owner, ownerOf(whoami))) await signInAgain(wanted);
        else await signInInstead(wanted, choice === 'discard');
      } catch (error) {
        setEntering(null);
        refuse(error);
      }
    },
    [refuse, baseUrl, kept, owner],
  );

  const submitToken = useCallback(
    async (text: string) => {
      const found = await run(text, baseUrl);
      if (found?.phase !== 'accepted' || found.whoami.site_id.toString() !== owner.siteId) return;
      if (questionFor(owner, found) === null) await enter(found, null);
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
      // Without a token nothing on the page would go on: signing in and signing out are the ways forward.
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
          entering={entering}
          // While one choice is being made, the others do nothing.
          onChoose={(choice) => void (entering === null && enter(accepted, choice))}
          onKeep={() => {
            if (entering !== null) return;
            setKept(true);
            back();
          }}
          onBack={() => entering === null && back()}
        />
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          <div>
            <h2 id={titleId} className="text-16 font-semibold">
              {texts.title}
            </h2>
            <p className="mt-1 text-ink-2">{isKept ? texts.kept(owner.label) : texts.text}</p>
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
            {isKept ? (
              <a
                href={location.pathname + location.search}
                target="_blank"
                rel="noopener noreferrer"
                className="me-auto self-center text-accent-text underline"
              >
                {texts.newTab}
              </a>
            ) : null}
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

/** What waits here of the person before, where somebody else signs in; null where nothing needs a decision. */
function questionFor(before: Owner, { whoami }: Accepted): UnsentWork | null {
  if (isSameOwner(before, ownerOf(whoami))) return null;
  const work = unsentWork();
  // Half-done notes of customers and business hours are drafts of this tab.
  const inTab = [SITE_KEYS.noteDrafts, SITE_KEYS.hoursDraft].filter((key) => storage.tab.get(key) !== null).length;
  const drafts = work.drafts + inTab;
  return isNothing(work) && work.saves === 0 && drafts === 0 ? null : { ...work, drafts };
}

interface OtherPersonProps {
  readonly titleId: string;
  readonly before: Owner;
  readonly next: Owner;
  readonly work: UnsentWork;
  readonly entering: Choice | null;
  readonly onChoose: (choice: Choice) => void;
  readonly onKeep: () => void;
  readonly onBack: () => void;
}

/** Nothing of one person is sent under another's name before that one has said so. */
function OtherPerson({ titleId, before, next, work, entering, onChoose, onKeep, onBack }: OtherPersonProps) {
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
      <div className="flex flex-col gap-3">
        <Option text={texts.keepText}>
          <Button ref={first} variant="primary" onClick={onKeep}>
            {texts.keep(before.label)}
          </Button>
        </Option>
        <Option text={texts.sendAsYouText}>
          <Button onClick={() => onChoose('take')} busy={entering === 'take'}>
            {texts.sendAsYou(next.label)}
          </Button>
        </Option>
        <Option text={texts.discardText}>
          <Button variant="danger" onClick={() => onChoose('discard')} busy={entering === 'discard'}>
            {texts.discard}
          </Button>
        </Option>
      </div>
      <Button variant="ghost" onClick={onBack}>
        {texts.back}
      </Button>
    </div>
  );
}

function Option({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-1">
      {children}
      <p className="text-12 text-ink-2">{text}</p>
    </div>
  );
}
