import { formatCount } from '#src/format/number.ts';
import { onHoldKey } from './hold-keys.ts';
import { messages } from './messages.ts';
import type { SetPart } from './set-parts.ts';

interface HeldPartsProps {
  readonly formId: string;
  readonly parts: readonly SetPart[];
  /** Keys of those that are left out. */
  readonly out: ReadonlySet<string>;
  readonly onToggle: (key: string) => void;
}

/** What is in the set, each part ticked until it is left out. */
export function HeldParts({ formId, parts, out, onToggle }: HeldPartsProps) {
  if (parts.length === 0) return <p className="mt-3 text-12 text-ink-2">{messages.plain}</p>;
  return (
    <fieldset className="mt-3 border-t border-line pt-3" aria-describedby={`${formId}-hint`}>
      <legend className="sr-only">{messages.among}</legend>
      <p className="mb-1 flex flex-wrap items-baseline gap-x-2">
        <span aria-hidden="true" className="font-medium">
          {messages.among}
        </span>
        <span id={`${formId}-hint`} className="text-12 text-ink-3">
          {messages.hint}
        </span>
      </p>
      {parts.map(({ key, label, ids }) => {
        const isOut = out.has(key);
        return (
          <label
            key={key}
            className="-mx-2 flex min-h-control cursor-pointer items-center gap-2 rounded-chip px-2 py-1 hover:bg-hover pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              checked={!isOut}
              className="size-3.5 flex-none accent-(--accent)"
              onKeyDown={onHoldKey}
              onChange={() => onToggle(key)}
            />
            <span dir="auto" className="min-w-[60%] flex-1 [overflow-wrap:anywhere]">
              {label}
            </span>
            <span className={`text-end tabular-nums ${isOut ? 'text-ink-3' : 'text-ink-2'}`}>
              {formatCount(ids.size)} {isOut ? messages.isLeftOut : null}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
