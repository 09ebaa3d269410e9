import { siteName } from '#src/api/whoami.ts';
import { useEffect, useRef } from 'react';
import type { Whoami } from '#contract/site.ts';
import { Button } from '#src/ui/button.tsx';
import { type LiveSession, isSameSite } from './use-start-link.ts';
import { messages } from './messages.ts';

const texts = messages.link;
const WIDE = 'min-h-10! w-full text-14! pointer-coarse:min-h-11! whitespace-normal!';

interface LinkChoiceProps {
  /** The site that the link opens. */
  readonly whoami: Whoami;
  readonly live: LiveSession;
  readonly isEntering: boolean;
  readonly onFollow: () => void;
  readonly onStay: () => void;
}

/** Whose site a start link opens and as whom, what it would end, and the choice. Escape changes nothing. */
export function LinkChoice({ whoami, live, isEntering, onFollow, onStay }: LinkChoiceProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const here = live.kind === 'here' ? live.whoami : null;
  const isSameToken = here !== null && isSameSite(live, whoami) && here.token_id === whoami.token_id;

  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !isEntering) onStay();
    };
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, [onStay, isEntering]);

  const follow = isSameToken
    ? texts.anew
    : isSameSite(live, whoami)
      ? texts.changeTo(whoami.label)
      : messages.open(siteName(whoami));
  return (
    <div>
      <h1 ref={heading} tabIndex={-1} className="text-20 font-semibold outline-none [overflow-wrap:anywhere]">
        {(isSameToken ? texts.sameToken : texts.title)(siteName(whoami))}
      </h1>
      <div className="mt-1.5 flex flex-col gap-3 text-ink-2 [overflow-wrap:anywhere]">
        <p>{texts.as(whoami.label, whoami.token_prefix)}</p>
        <Present live={live} isSameToken={isSameToken} />
        <p>{live.kind === 'here' ? texts.ends(here === null ? null : siteName(here)) : texts.trust}</p>
      </div>
      <div className="mt-7 flex flex-col gap-2">
        {live.kind === 'here' ? (
          <>
            <Button variant="primary" className={WIDE} onClick={onStay}>
              {stayLabel(here, whoami, isSameToken)}
            </Button>
            <Button className={WIDE} busy={isEntering} onClick={onFollow}>
              {follow}
            </Button>
          </>
        ) : (
          <>
            <Button variant="primary" className={WIDE} busy={isEntering} onClick={onFollow}>
              {follow}
            </Button>
            <Button variant="ghost" className={WIDE} onClick={onStay}>
              {texts.notNow}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

function Present({ live, isSameToken }: { readonly live: LiveSession; readonly isSameToken: boolean }) {
  if (isSameToken || live.kind === 'none' || live.kind === 'unknown') return null;
  const present = live.kind === 'here' ? live.whoami : null;
  return (
    <p className="rounded-control border border-line bg-sunken px-3 py-2 text-ink">
      {live.kind === 'silent'
        ? texts.elsewhere
        : present === null
          ? texts.hereUnknown
          : texts.here(siteName(present), present.label, present.token_prefix)}
    </p>
  );
}

function stayLabel(here: Whoami | null, whoami: Whoami, isSameToken: boolean): string {
  if (isSameToken) return texts.goOn;
  if (here === null) return texts.stayUnknown;
  return here.site_id === whoami.site_id ? texts.stayAs(here.label) : texts.stay(siteName(here));
}
