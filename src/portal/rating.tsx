import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import type { PortalTicket } from '#contract/portal-page.ts';
import { codePoints } from '#contract/scalars.ts';
import { formatCount } from '#src/format/number.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { Spinner } from '#src/ui/loading.tsx';
import { formatProblem, messages } from './messages.ts';
import { rateTicket } from './portal-store.ts';

const texts = messages.rating;

/** Below a solved request: the question, or the given rating with a button to change it. */
export function RatingPart({ ticket }: { readonly ticket: PortalTicket }) {
  const [isChanging, setChanging] = useState(false);
  const [wasSaved, setSaved] = useState(false);
  const summary = useRef<HTMLParagraphElement>(null);
  const { rating } = ticket;
  useEffect(() => {
    if (wasSaved) summary.current?.focus();
  }, [wasSaved]);

  if (rating === null || isChanging) {
    return (
      <RatingForm
        ticket={ticket}
        onSaved={() => {
          setChanging(false);
          setSaved(true);
        }}
        onKeep={rating === null ? undefined : () => setChanging(false)}
      />
    );
  }
  const comment = ticket.rating_comment ?? null;
  return (
    <div className="py-4">
      <p ref={summary} tabIndex={-1} className="flex flex-wrap items-center gap-x-2.5 gap-y-1 outline-none">
        <StarRow score={rating} />
        <span>
          {wasSaved ? texts.thanks : ''} {texts.yours(texts.stars(rating).toLowerCase())}
        </span>
      </p>
      {comment === null ? null : (
        <p
          dir="auto"
          className="mt-2 max-w-measure border-s-2 border-line-strong ps-3 whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]"
        >
          {comment}
        </p>
      )}
      <button
        type="button"
        className={`${buttonClass()} mt-3`}
        onClick={() => {
          setSaved(false);
          setChanging(true);
        }}
      >
        {texts.change}
      </button>
    </div>
  );
}

const MAX_COMMENT = 20_000;

interface RatingFormProps {
  readonly ticket: PortalTicket;
  readonly onSaved: () => void;
  /** Keeps the given rating; undefined if there is none. */
  readonly onKeep: (() => void) | undefined;
}

/** Stars and a comment. A failure keeps the typed text. */
function RatingForm({ ticket, onSaved, onKeep }: RatingFormProps) {
  const [score, setScore] = useState(ticket.rating);
  const [comment, setComment] = useState(ticket.rating_comment ?? '');
  const [problem, setProblem] = useState('');
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSending) return;
    const over = codePoints(comment) - MAX_COMMENT;
    if (score === null) {
      setProblem(texts.choose);
      form.current?.querySelector('input')?.focus();
      return;
    }
    if (over > 0) return setProblem(texts.tooLong(formatCount(over)));
    setProblem('');
    setSending(true);
    const failure = await rateTicket({ ticketId: ticket.id, score, comment });
    setSending(false);
    if (failure === null) onSaved();
    else setProblem(formatProblem(failure));
  }

  return (
    <form ref={form} noValidate className="py-4" onSubmit={(event) => void send(event)}>
      <fieldset>
        <legend className="font-semibold">{texts.ask}</legend>
        <p id={`${id}-hint`} className="mb-1 text-[12px] leading-[18px] text-ink-3">
          {texts.hint}
        </p>
        <StarChoice
          score={score}
          describedBy={`${id}-hint`}
          onChoose={(next) => {
            setScore(next);
            setProblem('');
          }}
        />
      </fieldset>
      <label className="mt-3 block max-w-measure">
        <span className="text-[13px] font-medium">
          {texts.comment} <span className="font-normal text-ink-3">({texts.optional})</span>
        </span>
        <textarea
          rows={3}
          dir="auto"
          value={comment}
          className="mt-1 block field-sizing-content max-h-80 min-h-20 w-full resize-y rounded-control border border-line-control bg-surface px-2.5 py-1.5 focus-visible:outline-offset-0"
          onChange={(event) => setComment(event.target.value)}
        />
      </label>
      <div role="alert">{problem === '' ? null : <p className="mt-2 text-[13px] text-danger-text">{problem}</p>}</div>
      <div className="mt-3 flex flex-wrap gap-2">
        <button
          type="submit"
          aria-disabled={isSending || undefined}
          aria-busy={isSending || undefined}
          className={buttonClass({ variant: 'primary', size: 'lg' })}
        >
          {isSending ? <Spinner /> : null}
          {texts.send}
        </button>
        {onKeep === undefined ? null : (
          <button type="button" className={buttonClass({ size: 'lg' })} onClick={onKeep}>
            {texts.keep}
          </button>
        )}
      </div>
    </form>
  );
}

const SCORES = [0, 1, 2, 3, 4, 5] as const;
const STAR = 'M10 2.2l2.35 4.9 5.35.7-3.92 3.72.98 5.32L10 14.25l-4.76 2.6.98-5.33L2.3 7.8l5.35-.7z';

function Star({ isFull }: { readonly isFull: boolean }) {
  return (
    <svg
      aria-hidden="true"
      width="20"
      height="20"
      viewBox="0 0 20 20"
      className={`block flex-none ${isFull ? 'text-warn' : 'text-line-control'}`}
      fill={isFull ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinejoin="round"
    >
      <path d={STAR} />
    </svg>
  );
}

/** The given score; the text beside it says the same. */
function StarRow({ score }: { readonly score: number }) {
  return (
    <span aria-hidden="true" className="flex gap-0.5">
      {SCORES.slice(1).map((star) => (
        <Star key={star} isFull={star <= score} />
      ))}
    </span>
  );
}

interface StarChoiceProps {
  readonly score: number | null;
  readonly describedBy: string;
  readonly onChoose: (score: number) => void;
}

/** Zero to five stars as radio buttons, so that arrow keys move between them. */
function StarChoice({ score, describedBy, onChoose }: StarChoiceProps) {
  const [hovered, setHovered] = useState<number | null>(null);
  const shown = hovered ?? score;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <div className="-ms-1.5 flex items-center" onPointerLeave={() => setHovered(null)}>
        {SCORES.map((value) => (
          <label
            key={value}
            title={texts.word(value)}
            className={`star relative grid min-h-9 cursor-pointer place-items-center rounded-control pointer-coarse:min-h-11 ${
              value === 0 ? 'me-1 px-1.5' : 'w-9 pointer-coarse:w-11'
            }`}
            onPointerEnter={(event) => {
              if (event.pointerType === 'mouse') setHovered(value);
            }}
          >
            <input
              type="radio"
              name="score"
              value={value}
              checked={score === value}
              aria-label={`${texts.stars(value)}, ${texts.word(value)}`}
              aria-describedby={describedBy}
              className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
              onChange={() => onChoose(value)}
            />
            {value === 0 ? (
              <span
                aria-hidden="true"
                className={`rounded-chip border px-2 text-[12px] leading-[22px] ${
                  shown === 0 ? 'border-warn bg-warn-tint text-warn-text' : 'border-line-control text-ink-2'
                }`}
              >
                {texts.stars(0)}
              </span>
            ) : (
              <Star isFull={shown !== null && value <= shown} />
            )}
          </label>
        ))}
      </div>
      <span aria-hidden="true" className="text-ink-2">
        {shown === null ? '' : texts.word(shown)}
      </span>
    </div>
  );
}
