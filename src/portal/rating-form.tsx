import { useId, useRef, useState, type FormEvent } from 'react';
import type { PortalTicket } from '#contract/portal-page.ts';
import { codePoints } from '#contract/scalars.ts';
import { formatCount } from '#src/format/number.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Spinner } from '#src/ui/spinner.tsx';
import { messages } from './messages.ts';
import type { PortalProblem } from './portal-calls.ts';
import { rateTicket } from './portal-store.ts';
import { StarChoice } from './stars.tsx';

const texts = messages.rating;
const MAX_COMMENT = 20_000;

interface RatingFormProps {
  readonly ticket: PortalTicket;
  readonly onSaved: () => void;
  /** Leaves the rating that there is; undefined where there is none. */
  readonly onKeep: (() => void) | undefined;
}

/** Stars and a comment. What went wrong stands in it, and nothing that was written is lost. */
export function RatingForm({ ticket, onSaved, onKeep }: RatingFormProps) {
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
    else setProblem(wordsFor(failure));
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

function wordsFor(problem: PortalProblem): string {
  switch (problem.kind) {
    case 'conflict':
      return texts.conflict;
    case 'limited':
      return texts.limited(problem.seconds);
    case 'silent':
      return texts.silent;
    case 'gone':
    case 'failed':
      return texts.failed;
  }
}
