import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { getAiLimits } from '#contract/ai-limits.ts';
import type { CopilotMode } from '#contract/ai-names.ts';
import { listAiPrices } from '#contract/ai-prices.ts';
import { listDraftSources } from '#contract/saved-replies.ts';
import type { TicketDetail } from '#contract/tickets.ts';
import { useFailure } from '#src/api/failure-message.ts';
import { read } from '#src/api/read.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { formatCount } from '#src/format/number.ts';
import { LEFT_OUT } from '#src/i18n/left-out.ts';
import { registerCopilot } from '#src/ticket-edit/compose-keys.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { ask, cancel, dismiss, useAsking } from './ask.ts';
import { checkCall } from './call-check.ts';
import { CallCost, CopilotFailure } from './call-notes.tsx';
import { messages } from './messages.ts';
import { OfferCard, useIsSettled } from './offer-card.tsx';
import { KeyField, ModelField, ToneField, useChoices } from './choices.tsx';
import { useProviderKey } from './provider-key.ts';
import { SentParts } from './sent-parts.tsx';
import { buildTranscript, commentKey, MAX_TRANSCRIPT, sourceKey, sourceOf, turnOf } from './transcript.ts';

const MODES = ['reply', 'summary'] as const satisfies readonly CopilotMode[];

interface CopilotProps {
  readonly ticket: TicketDetail;
  /** Only its row of a list is loaded, not its comments. */
  readonly isPreview: boolean;
  /** Esc in it. */
  readonly onLeave: () => void;
}

/** Drafts a reply to a ticket or sums it up: one line until it is asked. Absent where the service has no AI provider. */
export function Copilot({ ticket, isPreview, onLeave }: CopilotProps) {
  const isDeployed = useWhoami().capabilities.deployed.ai_copilot === true;
  const { allowed, reason } = useWriteAccess('ai:invoke');
  const [mode, setMode] = useState<CopilotMode>('reply');
  const [isOpen, setOpen] = useState(false);
  const { offer, running } = useAsking(ticket.id, 'reply');
  const section = useRef<HTMLElement>(null);
  const isSettled = useIsSettled(ticket.id, offer);
  useEffect(() => {
    if (!isSettled) return;
    dismiss(ticket.id, 'reply');
    setOpen(false);
  }, [isSettled, ticket.id]);
  const ticketId = ticket.id.toString();
  const canOpen = isDeployed && allowed;
  function open(next: CopilotMode): void {
    flushSync(() => {
      setMode(next);
      setOpen(true);
    });
    focusNext(section.current);
  }
  const latest = useRef(open);
  useLayoutEffect(() => {
    latest.current = open;
  });
  useLayoutEffect(
    () => (canOpen ? registerCopilot(ticketId, (next) => latest.current(next)) : undefined),
    [ticketId, canOpen],
  );
  if (!isDeployed || reason === LEFT_OUT) return null;

  function close(): void {
    setOpen(false);
    onLeave();
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  }

  const frame = 'max-w-[calc(var(--w-measure)+84px)]';
  return (
    // The keys of what is in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={section}
      aria-label={messages.label}
      className={`flex flex-col px-5 pt-1 max-md:px-4 print:hidden ${isOpen ? 'min-h-36 shrink' : 'flex-none'}`}
      onKeyDown={onKeyDown}
    >
      {isOpen ? (
        <div
          className={`${frame} max-h-[48dvh] min-h-0 overflow-y-auto overscroll-contain rounded-[8px] border border-line-strong bg-surface`}
        >
          <div className="sticky top-0 z-1 flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface px-3 py-1.5">
            <Icon name="spark" size={14} className="text-accent-text" />
            <h2 className="font-semibold">{messages.label}</h2>
            <Segmented
              label={messages.mode}
              value={mode}
              options={MODES.map((value) => ({ value, label: messages.modes[value] }))}
              onChange={setMode}
            />
            <span className="flex-1" />
            <IconButton icon="close" label={messages.close} kbd="escape" onClick={close} />
          </div>
          <CopilotBody ticket={ticket} isPreview={isPreview} mode={mode} />
        </div>
      ) : (
        <div className={`${frame} flex flex-wrap gap-1`}>
          <Button
            variant="ghost"
            size="sm"
            icon="spark"
            kbd="d"
            busy={running !== null}
            disabledReason={reason}
            aria-expanded={false}
            onClick={() => open('reply')}
          >
            {offer === null ? messages.draft : messages.showDraft}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            kbd="s"
            disabledReason={reason}
            aria-expanded={false}
            onClick={() => open('summary')}
          >
            {messages.summarise}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Focuses what to do next: the buttons of an offered text, else the key's field, else the button that asks. */
function focusNext(root: HTMLElement | null): void {
  root?.querySelector<HTMLElement>('[data-next] button, [data-first] input, button[data-first]')?.focus();
}

interface CopilotBodyProps {
  readonly ticket: TicketDetail;
  readonly isPreview: boolean;
  readonly mode: CopilotMode;
}

const NONE: ReadonlyMap<string, boolean> = new Map();
const NOTHING_SHOWN: ReadonlySet<string> = new Set();

function CopilotBody({ ticket, isPreview, mode }: CopilotBodyProps) {
  const isWhole = isWholeService(useWhoami());
  const key = useProviderKey();
  const { tone, model } = useChoices();
  const { running, failure, offer } = useAsking(ticket.id, mode);
  const [picked, setPicked] = useState(NONE);
  const [shown, setShown] = useState(NOTHING_SHOWN);
  const [hint, setHint] = useState('');
  const { waitSeconds = 0 } = useFailure(failure) ?? {};
  const comments = useMemo(() => (ticket.comments ?? []).filter(({ body }) => body.trim() !== ''), [ticket.comments]);
  const isReply = mode === 'reply';

  const question = isReply && isWhole ? comments.findLast(({ author_kind: kind }) => kind === 'customer') : undefined;
  const sourcesQuery = useQuery({
    ...read(listDraftSources, { comment_id: question?.id ?? 0n }),
    enabled: question !== undefined,
    staleTime: 60_000,
  });
  const found = question === undefined ? undefined : sourcesQuery.data?.items;
  const limits = useQuery({ ...read(getAiLimits), staleTime: 15_000 }).data;
  const prices = useQuery({ ...read(listAiPrices, { limit: 200 }), enabled: isWhole, staleTime: 60_000 }).data?.items;

  const chosen = useMemo(
    () => buildTranscript({ sources: (found ?? []).map(sourceOf), turns: comments.map(turnOf), picked, shown }),
    [found, comments, picked, shown],
  );
  const { transcript, length, keys, details } = chosen;
  const toneHint = isReply ? [tone, offer === null ? '' : hint.trim()].filter((text) => text !== '').join('. ') : '';
  const check = checkCall({
    ...{ transcript, toneHint, model, prices, limits },
    feature: isReply ? 'copilot' : 'copilot_summary',
  });

  function whyNot(): string | undefined {
    if (isPreview) return messages.sent.loading;
    if (key === null) return messages.key.missing;
    if (!comments.some((comment) => keys.has(commentKey(comment)))) return messages.sent.nothing;
    const excess = length - MAX_TRANSCRIPT;
    if (excess > 0) return messages.sent.tooMany(excess, formatCount(excess));
    if (check.isUnpriced) return messages.cost.unpriced;
    if (check.isStopped && check.cap !== null)
      return `${messages.cost.exceeded[check.cap.name]} ${messages.cost.stopped}`;
    return waitSeconds > 0 ? messages.failed.wait(waitSeconds) : undefined;
  }

  const why = whyNot();
  function start(): void {
    if (key === null || why !== undefined) return;
    void ask({
      ticketId: ticket.id,
      body: {
        mode,
        transcript,
        ...(toneHint === '' ? {} : { tone_hint: toneHint }),
        provider_api_key: key,
        ...(model === null ? {} : { model }),
        ...(isWhole ? { ticket_id: ticket.id } : {}),
      },
      hidden: details.filter(({ placeholder }) => !shown.has(placeholder)),
      sources: (found ?? []).filter((source) => keys.has(sourceKey(source))).map(({ title }) => title),
    });
  }

  const body = useRef<HTMLDivElement>(null);
  const isRunning = running !== null;
  useEffect(() => {
    // The pressed button has left; the focus of someone who writes meanwhile stays.
    if (document.activeElement !== document.body) return;
    focusNext(body.current);
  }, [key, isRunning]);

  return (
    <div ref={body}>
      <div className="flex flex-col gap-2.5 px-3 py-2.5">
        {offer === null ? null : (
          <OfferCard
            key={offer.text}
            ticketId={ticket.id}
            offer={offer}
            isBusy={isRunning}
            hint={hint}
            onHint={setHint}
            onAgain={start}
          />
        )}
        {key === null ? <KeyField /> : null}
        <SentParts
          comments={comments}
          total={Math.max(ticket.comment_count ?? 0, comments.length)}
          sources={question === undefined ? null : sourcesQuery}
          chosen={chosen}
          shown={shown}
          onPick={(part, isIn) => setPicked(new Map(picked).set(part, isIn))}
          onShow={(placeholder, isShown) => {
            const next = new Set(shown);
            if (isShown) next.add(placeholder);
            else next.delete(placeholder);
            setShown(next);
          }}
        />
        <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
          {isReply ? <ToneField /> : null}
          <ModelField prices={prices} />
        </div>
      </div>
      <div className="sticky bottom-0 border-t border-line bg-surface px-3 py-2">
        <CopilotFailure error={failure} isKept={offer !== null} />
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
          <CallCost check={check} limits={limits} />
          {running === null ? (
            <Button
              variant={offer === null ? 'primary' : 'default'}
              icon="spark"
              data-first=""
              disabledReason={why}
              onClick={start}
            >
              {offer === null ? messages.start[mode] : messages.again}
            </Button>
          ) : (
            <div data-next="" className="flex items-center gap-3">
              <Waiting startedMs={running.startedMs} onCancel={() => cancel(ticket.id, mode)} />
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

interface WaitingProps {
  readonly startedMs: number;
  readonly onCancel: () => void;
}

function Waiting({ startedMs, onCancel }: WaitingProps) {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <p aria-hidden="true" className="text-12 text-ink-2 tabular-nums">
        {messages.running(Math.max(0, Math.floor((nowMs - startedMs) / 1000)))}
      </p>
      <p role="status" className="sr-only">
        {messages.running(0)}
      </p>
      <Button onClick={onCancel}>{messages.cancel}</Button>
    </>
  );
}
