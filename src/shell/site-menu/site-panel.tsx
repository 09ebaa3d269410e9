import { Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { onAllowance, readAllowance, startAllowance } from '#src/api/allowance.ts';
import { useWhoami, siteName } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatInstant } from '#src/format/time.ts';
import { BusinessHoursLine } from '#src/shell/business-hours/business-hours-line.tsx';
import { showOverlay } from '#src/shell/overlay-state.ts';
import { askToSignOut } from '#src/sign-in/session-acts.ts';
import { Chip } from '#src/ui/chip.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { showApiCalls, useHasApiCalls } from '#src/ui/show-api-calls.ts';
import { messages as texts } from './site-messages.ts';

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-12 leading-6 text-ink-3">{name}</dt>
      <dd className="min-w-0 leading-6 [overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}

/** Which site this is and what the token may do, from whoami. */
function SiteFacts() {
  const whoami = useWhoami();
  const zone = useDisplayZone();
  const scopes = whoami.scopes.filter((scope) => scope !== 'read');
  return (
    <div>
      <p className="flex items-center gap-2 font-semibold">
        <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
          {siteName(whoami)}
        </span>
        {whoami.is_demo === true ? <Chip tone="accent">{texts.demo}</Chip> : null}
      </p>
      {whoami.is_demo === true ? <p className="text-12 text-ink-3">{texts.demoText}</p> : null}
      <dl className="mt-2 grid grid-cols-[92px_minmax(0,1fr)]">
        <Fact name={texts.id}>
          <span className="tabular-nums">{whoami.site_id.toString()}</span>
        </Fact>
        {whoami.time_zone === undefined ? null : <Fact name={texts.zone}>{whoami.time_zone}</Fact>}
        <Fact name={texts.token}>
          <span dir="auto">{whoami.label}</span>{' '}
          <span className="font-mono text-12 text-ink-3">{whoami.token_prefix}</span>
        </Fact>
        <Fact name={texts.scopes}>
          {scopes.length === 0 ? (
            texts.readOnly
          ) : (
            <span className="flex flex-wrap gap-1 py-1">
              {scopes.map((scope) => (
                <code key={scope} className="rounded-tag bg-active px-1.5 font-mono text-11 leading-[18px] text-ink-2">
                  {scope === '*' ? texts.fullAccess : scope}
                </code>
              ))}
            </span>
          )}
        </Fact>
        {whoami.expires_utc == null ? null : (
          <Fact name={texts.expires}>
            <span className="tabular-nums">{formatInstant(whoami.expires_utc, zone)}</span>
          </Fact>
        )}
      </dl>
    </div>
  );
}

const LINE = 'hit relative flex min-h-control w-full items-center gap-2 rounded-chip px-2 text-start hover:bg-hover';

/** Lines of the site's menu and of the phone's sheet below the facts. */
function SiteActions({ onDone }: { readonly onDone: () => void }) {
  const hasCalls = useHasApiCalls();
  return (
    <div className="-mx-2">
      <Link to="/settings/appearance" className={LINE} onClick={onDone}>
        <Icon name="sun" size={14} className="text-ink-3" />
        <span className="flex-1">{texts.appearance}</span>
        <Kbd keys="g ," />
      </Link>
      <button
        type="button"
        className={`${LINE} max-md:hidden`}
        onClick={() => {
          onDone();
          showOverlay('keys');
        }}
      >
        <Icon name="keyboard" size={14} className="text-ink-3" />
        <span className="flex-1">{texts.shortcuts}</span>
        <Kbd keys="?" />
      </button>
      {hasCalls ? (
        <button
          type="button"
          className={LINE}
          onClick={() => {
            onDone();
            showApiCalls();
          }}
        >
          <Icon name="code" size={14} className="text-ink-3" />
          {texts.apiCalls}
        </button>
      ) : null}
      <button
        type="button"
        className={LINE}
        onClick={() => {
          onDone();
          askToSignOut();
        }}
      >
        <Icon name="sign-out" size={14} className="text-ink-3" />
        {texts.signOut}
      </button>
    </div>
  );
}

const TICK_MS = 1_000;

/** How many calls the token has left in this minute, as the service's last answer said, less what this page has sent since. */
function AllowanceMeter() {
  const [view, setView] = useState(readAllowance);
  useEffect(() => {
    const look = () => setView(readAllowance());
    startAllowance();
    look();
    const stop = onAllowance(look);
    // Calls of others and the end of the minute come without an answer of ours.
    const timer = setInterval(look, TICK_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, []);
  if (view === null) return null;
  const { limit, left } = view;
  const text = texts.allowance.left(limit, formatCount(left), formatCount(limit));
  const share = Math.min(1, left / limit);
  const colour = left === 0 ? 'bg-danger' : share <= 0.25 ? 'bg-warn' : 'bg-accent';
  return (
    <div className="mt-3">
      <p className="text-12 text-ink-2 tabular-nums">{text}</p>
      <div
        role="meter"
        aria-label={texts.allowance.name}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={left}
        aria-valuetext={text}
        className="mt-1 h-1.5 overflow-hidden rounded-full bg-active outline outline-1 outline-transparent"
      >
        <div className={`h-full ${colour} forced-colors:bg-[CanvasText]`} style={{ inlineSize: `${share * 100}%` }} />
      </div>
    </div>
  );
}

interface SitePanelProps {
  readonly onDone: () => void;
  /** On phones, where no sidebar says it. */
  readonly hasHours?: boolean;
}

/** Behind the site's name and behind "More": what this site and token are, and the way out. */
export function SitePanel({ onDone, hasHours = false }: SitePanelProps) {
  return (
    <>
      <SiteFacts />
      <AllowanceMeter />
      {hasHours ? (
        <div className="my-3">
          <BusinessHoursLine />
        </div>
      ) : null}
      <hr className="my-2 border-line" />
      <SiteActions onDone={onDone} />
    </>
  );
}
