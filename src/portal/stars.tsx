import { useState } from 'react';
import { messages } from './messages.ts';

const SCORES = [0, 1, 2, 3, 4, 5] as const;
const STAR = 'M10 2.2l2.35 4.9 5.35.7-3.92 3.72.98 5.32L10 14.25l-4.76 2.6.98-5.33L2.3 7.8l5.35-.7z';

const texts = messages.rating;

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

/** A score that was given; the words beside it say it too. */
export function StarRow({ score }: { readonly score: number }) {
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

/** No star to five: radio buttons, so that arrows move between them. */
export function StarChoice({ score, describedBy, onChoose }: StarChoiceProps) {
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
