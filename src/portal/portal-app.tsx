import { useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { PortalSession } from '#contract/portal-page.ts';
import { formatDay, formatTime } from '#src/format/time.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { Icon, type IconName } from '#src/ui/icons/icon.tsx';
import { Skeleton, Spinner } from '#src/ui/loading.tsx';
import { messages } from './messages.ts';
import { openPage, usePortal, type PortalState } from './portal-store.ts';
import { isAtWork, leadOf, RequestList, RequestThread } from './requests.tsx';

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
    // On a phone the list is below the request, which may be out of sight.
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
          />
          <RequestList tickets={tickets} total={total} shownId={shown.id} zone={zone} onChoose={choose} />
        </div>
      )}
    </main>
  );
}

/** In place of the page in a frame of another page. */
export function FramedPage() {
  return (
    <main className="p-4">
      <h1 className="font-medium">{messages.framed}</h1>
      <a href={location.href} target="_blank" rel="noopener" className="text-accent-text underline">
        {messages.openTab}
      </a>
    </main>
  );
}

/** The page while its link is being opened. */
function PortalSkeleton() {
  return (
    <main aria-busy="true" className={PAGE}>
      <h1 className="sr-only">{messages.loading}</h1>
      <Skeleton className="mt-2 h-4 w-72 max-w-full" />
      <div className="mt-9 flex flex-col gap-3.5">
        {['w-80 max-w-full', 'w-full', 'w-full', 'w-1/2'].map((width, line) => (
          <Skeleton key={line} className={width} />
        ))}
      </div>
    </main>
  );
}

/** The customer's page: their requests, or why there is nothing to see. */
export function PortalApp() {
  const state = usePortal();
  const name = state.phase === 'open' ? state.session.site_name : undefined;
  useEffect(() => {
    document.title = name === undefined || name === '' ? messages.title : `${messages.title} · ${name}`;
  }, [name]);

  if (state.phase !== 'open')
    return <PageFrame>{state.phase === 'loading' ? <PortalSkeleton /> : <Notice state={state} />}</PageFrame>;
  const { session } = state;
  const zone = visitorZone();
  return (
    <PageFrame name={name} expires={session.expires_utc} foot={messages.foot(zone)}>
      <Requests session={session} zone={zone} />
    </PageFrame>
  );
}

const texts = messages.notice;

interface NoticeProps {
  readonly state: Extract<PortalState, { phase: 'incomplete' | 'problem' }>;
}

/** Why there is nothing to see, and what to do. */
function Notice({ state }: NoticeProps) {
  if (state.phase === 'incomplete')
    return <Sheet icon="warning" title={texts.incomplete} text={texts.incompleteText} />;
  const { problem, trying } = state;
  const action = <Retry trying={trying} />;
  switch (problem.kind) {
    case 'gone':
      return <Sheet icon="clock" title={texts.gone} text={texts.goneText} requestId={problem.requestId} />;
    case 'limited':
      return <Sheet icon="clock" title={texts.limited} text={texts.limitedText(problem.seconds)} action={action} />;
    case 'silent':
      return <Sheet icon="offline" title={texts.silent} text={texts.silentText} action={action} />;
    case 'conflict':
    case 'failed': {
      const requestId = problem.kind === 'failed' ? problem.requestId : null;
      return (
        <Sheet icon="warning" title={texts.failed} text={texts.failedText} action={action} requestId={requestId} />
      );
    }
  }
}

interface SheetProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
  readonly requestId?: string | null;
}

function Sheet({ icon, title, text, action, requestId = null }: SheetProps) {
  return (
    <main className="mx-auto mt-[8vh] w-full max-w-[520px] px-4 pb-10 md:mt-[14vh] md:px-6">
      <Icon name={icon} size={20} className="text-ink-3" />
      <div role="alert">
        <h1 className="mt-2 mb-1 text-20 font-semibold text-balance">{title}</h1>
        <p className="text-pretty text-ink-2">{text}</p>
      </div>
      {action}
      {requestId === null ? null : (
        <p className="mt-5 text-[13px] text-ink-3 [overflow-wrap:anywhere]">
          {texts.forTeam} <code>{requestId}</code>
        </p>
      )}
    </main>
  );
}

function Retry({ trying }: { readonly trying: boolean }) {
  return (
    <button
      type="button"
      aria-disabled={trying || undefined}
      aria-busy={trying || undefined}
      className={`${buttonClass({ variant: 'primary', size: 'lg' })} mt-5`}
      onClick={() => {
        if (!trying) void openPage();
      }}
    >
      {trying ? <Spinner /> : null}
      {texts.retry}
    </button>
  );
}

/** The mark of the product: two lines and a tail, as a short letter. */
function PortalMark() {
  return (
    <span className="grid size-6 flex-none place-items-center rounded-control bg-ink text-surface">
      <svg
        aria-hidden="true"
        width="14"
        height="14"
        viewBox="0 0 12 12"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
      >
        <path d="M1.5 3.5h9M1.5 6.5h5.5M3 10.500 5 9" />
      </svg>
    </span>
  );
}

interface FrameProps {
  /** The site's name; unknown if the link does not work. */
  readonly name?: string | undefined;
  /** The end of the link, in UTC. */
  readonly expires?: string | undefined;
  readonly foot?: string | undefined;
  readonly children: ReactNode;
}

const LINE = 'mx-auto flex w-full max-w-[992px] items-center gap-2.5';

/** The head and the foot of the page. */
function PageFrame({ name, expires, foot, children }: FrameProps) {
  const zone = visitorZone();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line px-4 md:px-6">
        <div className={`${LINE} min-h-14 flex-wrap justify-between gap-y-1 py-2`}>
          <span className="flex min-w-0 items-center gap-2.5">
            <PortalMark />
            {name === undefined || name === '' ? (
              <span className="font-semibold">{messages.title}</span>
            ) : (
              <>
                <span dir="auto" className="min-w-0 truncate font-semibold">
                  {name}
                </span>
                <span className="hidden flex-none text-ink-3 md:inline">{messages.title}</span>
              </>
            )}
          </span>
          {expires === undefined ? null : (
            <span className="flex flex-none items-center gap-1.5 text-[12px] leading-[18px] text-ink-2">
              <Icon name="clock" size={14} />
              <span>
                {messages.worksUntil}{' '}
                <b className="font-medium text-ink tabular-nums">
                  {formatDay(expires, zone)}, {formatTime(expires, zone)}
                </b>
              </span>
            </span>
          )}
        </div>
      </header>
      {children}
      {foot === undefined ? null : (
        <footer className="mt-auto border-t border-line px-4 pt-4 pb-6 text-[12px] leading-[18px] text-ink-3 md:px-6">
          <div className={LINE}>{foot}</div>
        </footer>
      )}
    </div>
  );
}

export function visitorZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
