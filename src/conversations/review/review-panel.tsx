import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Review, ReviewVerdict } from '#contract/ai-reviews.ts';
import type { Transcript } from '#contract/conversations.ts';
import { MAX_REPLY_TITLE } from '#contract/saved-replies.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { SITE_KEYS } from '#src/browser/storage.ts';
import { readTabDraft, storeTabDraft } from '#src/browser/tab-drafts.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { view } from '#src/conversations/view.ts';
import { formatMoment } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { TextArea } from '#src/forms/field.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { LEFT_OUT } from '#src/i18n/left-out.ts';
import { Panel } from '#src/panels/panel.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { messages as all, verdictText } from './messages.ts';
import { reasonsOf, settingsOptions } from './queries.ts';
import { EditReasons } from './reasons-form.tsx';
import { useReview } from './use-review.ts';

const messages = all.panel;
const { group, entries: keys } = view.keys[0];
const MAX_NOTE = 1_000;

interface ReviewPanelProps {
  readonly transcript: Transcript;
  /** The session has its first verdict. */
  readonly onReviewed?: (sessionId: string) => void;
  /** Called after the undo of its review. */
  readonly onUndone?: (sessionId: string) => void;
}

/** Shows and edits the review of a session: right or wrong, why, and a note. Absent on a service without reviews. */
export function ReviewPanel({ transcript, ...props }: ReviewPanelProps) {
  const { review, session_id: sessionId } = transcript;
  const { reason } = useWriteAccess('tickets:write');
  if (review === undefined) return null;
  return (
    <Panel title={messages.title}>
      <div className="flex flex-col gap-2">
        {review === null ? <p className="text-ink-3">{messages.none}</p> : <Verdict review={review} />}
        {reason === undefined ? (
          <ReviewForm
            key={sessionId}
            question={questionOf(transcript)}
            sessionId={sessionId}
            review={review}
            {...props}
          />
        ) : (
          <>
            {review?.note == null ? null : (
              <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
                {review.note}
              </p>
            )}
            {reason === LEFT_OUT ? null : <p className="text-12 text-ink-3">{reason}</p>}
          </>
        )}
      </div>
    </Panel>
  );
}

/** The visitor's first message, cut to the length of a title. */
function questionOf({ messages: said }: Transcript): string | null {
  const first = said.find(({ role, text }) => role === 'visitor' && text.trim() !== '');
  return first === undefined ? null : [...first.text.trim()].slice(0, MAX_REPLY_TITLE).join('');
}

function Verdict({ review }: { readonly review: Review }) {
  const zone = useDisplayZone();
  const nowMs = useNow();
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Chip tone={review.verdict === 'right' ? 'ok' : 'danger'}>
        <bdi>{verdictText(review)}</bdi>
      </Chip>
      <span dir="auto" className="text-12 text-ink-3 tabular-nums">
        {messages.by(review.reviewer, formatMoment(review.reviewed_utc, zone, nowMs))}
      </span>
    </p>
  );
}

interface ReviewFormProps extends Omit<ReviewPanelProps, 'transcript'> {
  readonly sessionId: string;
  readonly review: Review | null;
  readonly question: string | null;
}

function ReviewForm({ sessionId, review, question, onReviewed, onUndone }: ReviewFormProps) {
  const { site_id: siteId } = useWhoami();
  const navigate = useNavigate();
  const [isChoosing, setChoosing] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const wrong = useRef<HTMLButtonElement>(null);
  const draftSearch = question === null ? null : { new: '1' as const, title: question };
  const { save, remove, isBusy, error } = useReview({
    sessionId,
    review,
    onUndone,
    also:
      draftSearch === null
        ? undefined
        : {
            label: messages.draft,
            run: () => void navigate({ to: '/settings/saved-replies', search: draftSearch }),
          },
  });
  const saved = review?.note ?? '';
  const [note, setNote] = useState(() => readTabDraft(SITE_KEYS.reviewNotes, siteId, sessionId) || saved);
  const isUnsaved = note.trim() !== saved;
  const draft = isUnsaved ? note : '';
  useEffect(() => storeTabDraft(SITE_KEYS.reviewNotes, siteId, sessionId, draft), [siteId, sessionId, draft]);

  async function answer(verdict: ReviewVerdict, reason: string | null): Promise<void> {
    const said = note.trim();
    if (!(await save({ verdict, reason, note: said === '' ? null : said }))) return;
    setChoosing(false);
    storeTabDraft(SITE_KEYS.reviewNotes, siteId, sessionId, '');
    if (review === null) onReviewed?.(sessionId);
  }

  useShortcut(keys.right.keys, () => void answer('right', null), { label: keys.right.label, group });
  useShortcut(keys.wrong.keys, () => setChoosing(true), { label: keys.wrong.label, group });
  useShortcut(keys.note.keys, () => area.current?.querySelector('textarea')?.focus(), {
    label: keys.note.label,
    group,
  });
  const isWrong = review?.verdict === 'wrong';
  return (
    <>
      <p className="text-ink-2">{messages.question}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          icon="check"
          kbd={keys.right.keys}
          busy={isBusy}
          aria-pressed={review?.verdict === 'right'}
          onClick={() => void answer('right', null)}
        >
          {messages.right}
        </Button>
        <Button
          ref={wrong}
          icon="close"
          kbd={keys.wrong.keys}
          busy={isBusy}
          aria-pressed={isWrong}
          aria-expanded={isChoosing}
          onClick={() => setChoosing(!isChoosing)}
        >
          {messages.wrong}
        </Button>
      </div>
      {isChoosing ? (
        <ReasonChoice
          onChoose={(reason) => void answer('wrong', reason)}
          onCancel={() => {
            setChoosing(false);
            wrong.current?.focus();
          }}
        />
      ) : null}
      <WriteFailure error={error} failed={messages.failed} />
      <div ref={area}>
        <TextArea
          label={messages.note}
          isOptional
          hint={isUnsaved && note.trim() !== '' ? messages.unsaved : review === null ? messages.noteHint : undefined}
          rows={2}
          maxLength={MAX_NOTE}
          value={note}
          onChange={({ target }) => setNote(target.value)}
          onKeyDown={(event) => {
            const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
            if (event.nativeEvent.isComposing || (event.key !== 'Escape' && !isSend)) return;
            // The letters are keys again.
            event.preventDefault();
            event.stopPropagation();
            event.currentTarget.blur();
            if (isSend && review !== null && isUnsaved) void answer(review.verdict, review.reason);
          }}
        />
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {review !== null && isUnsaved ? (
          <Button size="sm" busy={isBusy} onClick={() => void answer(review.verdict, review.reason)}>
            {messages.saveNote}
          </Button>
        ) : null}
        {isWrong && draftSearch !== null ? (
          <Link to="/settings/saved-replies" search={draftSearch} className={buttonClass({ size: 'sm' })}>
            {messages.draft}
          </Link>
        ) : null}
        {review === null ? null : (
          <Button size="sm" variant="ghost" onClick={() => void remove(review)}>
            {messages.remove}
          </Button>
        )}
      </div>
    </>
  );
}

interface ReasonChoiceProps {
  readonly onChoose: (reason: string | null) => void;
  readonly onCancel: () => void;
}

/** Keys 1 to 9. */
const KEYED = 9;

/** Why it was wrong, by a digit or a press; 0 is another reason. */
function ReasonChoice({ onChoose, onCancel }: ReasonChoiceProps) {
  const reasons = reasonsOf(useQuery(settingsOptions()).data);
  const { reason: cannotEdit } = useWriteAccess('site:write');
  const [isEditing, setEditing] = useState(false);
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => first.current?.querySelector<HTMLElement>('textarea, button')?.focus(), [isEditing]);
  useShortcut('escape', onCancel);
  if (isEditing)
    return (
      <div ref={first}>
        <EditReasons onClose={() => setEditing(false)} />
      </div>
    );
  return (
    <div ref={first} role="group" aria-label={messages.why} className="flex flex-col items-start gap-1.5">
      <p className="text-12 font-medium">{messages.why}</p>
      {reasons.map((reason, index) => (
        <ReasonButton
          key={reason}
          digit={index < KEYED ? String(index + 1) : undefined}
          label={reason}
          onPress={() => onChoose(reason)}
        />
      ))}
      <ReasonButton digit="0" label={messages.other} onPress={() => onChoose(null)} />
      {cannotEdit === undefined ? (
        <Button size="sm" variant="ghost" icon="pencil" onClick={() => setEditing(true)}>
          {messages.editReasons}
        </Button>
      ) : null}
    </div>
  );
}

interface ReasonButtonProps {
  readonly digit: string | undefined;
  readonly label: string;
  readonly onPress: () => void;
}

function ReasonButton({ digit, label, onPress }: ReasonButtonProps) {
  useShortcut(digit ?? '', onPress, { when: digit !== undefined });
  return (
    <Button
      size="sm"
      {...(digit === undefined ? {} : { kbd: digit })}
      className="max-w-full whitespace-normal!"
      onClick={onPress}
    >
      <bdi className="min-w-0 text-start [overflow-wrap:anywhere]">{label}</bdi>
    </Button>
  );
}
