import { useEffect, useSyncExternalStore, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { PortalSession } from '#contract/portal-page.ts';
import { formatTime } from '#src/format/time.ts';
import { isAtWork, leadOf } from './request-words.ts';
import { RequestList, RequestThread } from './requests.tsx';
import { Icon, type IconName } from '#src/ui/icons/icon.tsx';
import { Spinner, Skeleton } from '#src/ui/loading.tsx';
import { messages } from './messages.ts';
import { PageFrame, untilOf, visitorZone } from './page-frame.tsx';
import { hasOlder, openPage, showOlder, usePortal, type PortalProblem, type PortalState } from './portal-store.ts';
import { RatingPart } from './rating.tsx';
import { copyText } from '#src/browser/copy-text.ts';
import { buttonClass } from '#src/ui/button-class.ts';

const PAGE = 'mx-auto w-full max-w-[1040px] px-4 pt-[18px] pb-10 md:px-6 md:pt-7';
const COLUMNS = 'grid gap-x-12 gap-y-7 md:grid-cols-[minmax(0,320px)_minmax(0,1fr)] lg:grid-cols-[360px_minmax(0,1fr)]';

/** The lead, the list and one request; on a phone the request comes first and the list under it. */
function Requests({ session, zone }: { readonly session: PortalSession; readonly zone: string }) {
  const { tickets, requester_email: email } = session;
  const total = session.total_count ?? tickets.length;
  const [chosen, setChosen] = useState<bigint | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = tickets.find(({ id }) => id === chosen) ?? tickets.find(isAtWork) ?? tickets[0];

  function choose(id: bigint): void {
    flushSync(() => setChosen(id));
    // Where the list lies under the request, what was chosen is out of sight.
    const { current } = heading;
    if (current !== null && current.getBoundingClientRect().top < 0) current.scrollIntoView({ block: 'start' });
    current?.focus({ preventScroll: true });
  }

  return (
    <main className={PAGE}>
      <h1 className="text-20 font-semibold text-balance">{leadOf(tickets, total)}</h1>
      <p className="text-pretty text-ink-2 [overflow-wrap:anywhere]">
        {shown === undefined ? messages.noneText(email) : messages.whose(email)}
      </p>
      {shown === undefined ? null : (
        <div className={`mt-5 ${COLUMNS}`}>
          <RequestThread
            key={String(shown.id)}
            ticket={shown}
            isTeamIn={session.is_open}
            zone={zone}
            heading={heading}
            older={{ hasMore: hasOlder(shown), onShow: async () => wordsForOlder(await showOlder(shown.id)) }}
            end={<RatingPart ticket={shown} />}
          />
          <RequestList tickets={tickets} total={total} shownId={shown.id} zone={zone} onChoose={choose} />
        </div>
      )}
    </main>
  );
}

/** Why no older messages came; null where they did. */
function wordsForOlder(problem: PortalProblem | null): string | null {
  switch (problem?.kind) {
    case undefined:
      return null;
    case 'limited':
      return messages.older.limited(problem.seconds);
    case 'silent':
      return messages.older.silent;
    case 'conflict':
    case 'gone':
    case 'failed':
      return messages.older.failed;
  }
}

/** The page while its link is being exchanged: bars where the words will stand. */
function PortalSkeleton() {
  return (
    <main aria-busy="true" className={PAGE}>
      <h1 className="sr-only">{messages.loading}</h1>
      <Skeleton className="mt-2 h-4 w-72 max-w-full" />
      <Skeleton className="mt-4 h-3 w-96 max-w-full" />
      <div className={`mt-9 ${COLUMNS}`}>
        <div className="hidden flex-col gap-9 md:flex">
          {['w-64', 'w-48', 'w-56', 'w-44'].map((width) => (
            <div key={width} className="flex flex-col gap-2.5">
              <Skeleton className={`h-2.5 ${width}`} />
              <Skeleton className="h-2 w-24" />
            </div>
          ))}
        </div>
        <div className="flex flex-col gap-3.5">
          <Skeleton className="h-4 w-80 max-w-full" />
          {[1, 2, 3, 4].map((line) => (
            <Skeleton key={line} />
          ))}
          <Skeleton className="h-2.5 w-1/2" />
        </div>
      </div>
    </main>
  );
}

/** Whether this device says that it has a network. */
function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      addEventListener('online', listener);
      addEventListener('offline', listener);
      return () => {
        removeEventListener('online', listener);
        removeEventListener('offline', listener);
      };
    },
    () => navigator.onLine,
  );
}

/** The customer's page: their requests, or why there is nothing to see. */
export function PortalApp() {
  const state = usePortal();
  const isOnline = useOnline();
  const name = state.phase === 'open' ? state.session.site_name : undefined;
  useEffect(() => {
    document.title = name === undefined || name === '' ? messages.title : `${messages.title} · ${name}`;
  }, [name]);

  if (state.phase !== 'open')
    return (
      <PageFrame>
        {state.phase === 'loading' ? <PortalSkeleton /> : <Notice state={state} isOnline={isOnline} />}
      </PageFrame>
    );
  const { session, loadedAt } = state;
  const zone = visitorZone();
  const loaded = formatTime(new Date(loadedAt).toISOString(), zone);
  return (
    <PageFrame
      name={name}
      until={untilOf(session.expires_utc, zone, Date.now())}
      foot={messages.foot(zone)}
      banner={
        <div role="status">
          {isOnline ? null : (
            <p className="border-b border-warn-line bg-warn-tint px-4 py-2 text-[13px] text-warn-text md:px-6">
              <span className="mx-auto flex w-full max-w-[992px] items-center gap-2">
                <Icon name="offline" size={14} />
                {messages.offline.banner(loaded)}
              </span>
            </p>
          )}
        </div>
      }
    >
      <Requests session={session} zone={zone} />
    </PageFrame>
  );
}

/** The request id of an answer, for the team; where it cannot be copied it can still be marked by hand. */
function CopyId({ id }: { readonly id: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      <span className="font-mono text-[12px] [overflow-wrap:anywhere]">{id}</span>
      <button
        type="button"
        aria-label={messages.notice.copy}
        className={buttonClass({ variant: 'ghost', size: 'sm', square: true })}
        onClick={() => void copyText(id).then(setCopied)}
      >
        <Icon name={copied ? 'check' : 'copy'} size={14} />
      </button>
      <span role="status" className="text-[12px] text-ink-3">
        {copied ? messages.notice.copied : ''}
      </span>
    </span>
  );
}

const texts = messages.notice;

interface NoticeProps {
  readonly state: Extract<PortalState, { phase: 'incomplete' | 'problem' }>;
  readonly isOnline: boolean;
}

/** One sentence that says why there is nothing to see, and what to do. */
function Notice({ state, isOnline }: NoticeProps) {
  if (state.phase === 'incomplete') {
    const facts = [[texts.reloaded, texts.reloadedText]] as const;
    return <Sheet icon="warning" title={texts.incomplete} text={texts.incompleteText} facts={facts} />;
  }
  const { problem, trying } = state;
  switch (problem.kind) {
    case 'gone':
      return (
        <Sheet
          icon="clock"
          title={texts.gone}
          text={texts.goneText}
          facts={[
            [texts.newLink, texts.newLinkText],
            [texts.shouldWork, texts.shouldWorkText],
          ]}
          requestId={problem.requestId}
        />
      );
    case 'limited':
      // Anew for each refusal: its time begins then.
      return <Limited key={String(trying)} seconds={problem.seconds} trying={trying} />;
    case 'silent':
      return isOnline ? (
        <Sheet icon="offline" title={texts.silent} text={texts.silentText} action={<Retry trying={trying} />} />
      ) : (
        <Offline trying={trying} />
      );
    case 'conflict':
    case 'failed':
      return (
        <Sheet
          icon="warning"
          title={texts.failed}
          text={texts.failedText}
          action={<Retry trying={trying} />}
          requestId={problem.kind === 'failed' ? problem.requestId : null}
        />
      );
  }
}

/** Tries by itself as soon as there is a network. */
function Offline({ trying }: { readonly trying: boolean }) {
  useEffect(() => {
    const retry = () => void openPage();
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, []);
  return <Sheet icon="offline" title={texts.offline} text={texts.offlineText} action={<Retry trying={trying} />} />;
}

function Limited({ seconds, trying }: { readonly seconds: number; readonly trying: boolean }) {
  const [until] = useState(() => Date.now() + seconds * 1_000);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((until - now) / 1_000));
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Sheet
      icon="clock"
      title={texts.limited}
      text={texts.limitedText(left)}
      action={<Retry trying={trying} off={left > 0} />}
    />
  );
}

interface SheetProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
  /** Each with its name. */
  readonly facts?: readonly (readonly [string, ReactNode])[];
  readonly requestId?: string | null;
}

function Sheet({ icon, title, text, action, facts = [], requestId = null }: SheetProps) {
  const all = requestId === null ? facts : [...facts, [texts.forTeam, <CopyId key="id" id={requestId} />] as const];
  return (
    <main className="mx-auto mt-[8vh] w-full max-w-[520px] px-4 pb-10 md:mt-[14vh] md:px-6">
      <Icon name={icon} size={20} className="text-ink-3" />
      <div role="alert">
        <h1 className="mt-2 mb-1 text-20 font-semibold text-balance">{title}</h1>
        <p className="text-pretty text-ink-2">{text}</p>
      </div>
      {action}
      {all.length === 0 ? null : (
        <dl className="mt-[22px] border-t border-line">
          {all.map(([name, fact]) => (
            <div key={name} className="grid gap-0.5 border-b border-line py-3 md:grid-cols-[152px_minmax(0,1fr)]">
              <dt className="text-[13px] text-ink-3">{name}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
      )}
    </main>
  );
}

function Retry({ trying, off = false }: { readonly trying: boolean; readonly off?: boolean }) {
  return (
    <button
      type="button"
      aria-disabled={off || trying || undefined}
      aria-busy={trying || undefined}
      className={`${buttonClass({ variant: 'primary', size: 'lg', off })} mt-5`}
      onClick={() => {
        if (!off && !trying) void openPage();
      }}
    >
      {trying ? <Spinner /> : null}
      {texts.retry}
    </button>
  );
}
