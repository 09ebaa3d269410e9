import { useEffect, useState, type ReactNode } from 'react';
import { copyText } from '#src/browser/copy-text.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Icon, type IconName } from '#src/ui/icons/icon.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { messages } from './messages.ts';
import { openPage, type PortalState } from './portal-store.ts';

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

interface NoticeProps {
  readonly state: Extract<PortalState, { phase: 'incomplete' | 'problem' }>;
  readonly isOnline: boolean;
}

const texts = messages.notice;

/** One sentence that says why there is nothing to see, and what to do. */
export function Notice({ state, isOnline }: NoticeProps) {
  if (state.phase === 'incomplete') {
    return (
      <Sheet
        icon="warning"
        title={texts.incomplete}
        text={texts.incompleteText}
        facts={[[texts.reloaded, texts.reloadedText]]}
      />
    );
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
