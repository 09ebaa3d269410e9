import { useEffect, useRef, useState } from 'react';
import type { PortalTicket } from '#contract/portal-page.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { messages } from './messages.ts';
import { RatingForm } from './rating-form.tsx';
import { StarRow } from './stars.tsx';

const texts = messages.rating;

/** Under a solved request: the question, or the answer that was given and a way to change it. */
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
