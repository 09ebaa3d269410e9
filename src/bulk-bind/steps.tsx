import { Link } from '@tanstack/react-router';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';
import { STEPS, type Step } from './search.ts';

interface StepsProps {
  readonly current: Step;
  /** The steps that one can go back to. */
  readonly open: ReadonlySet<Step>;
}

/** Where an import stands, in the header of the page; a phone shows the present step alone. */
export function Steps({ current, open }: StepsProps) {
  const at = STEPS.indexOf(current);
  return (
    <nav aria-label={messages.steps} className="min-w-0 md:ms-3">
      <ol className="flex items-center gap-1 max-md:hidden">
        {STEPS.map((step, index) => {
          const isDone = index < at;
          const isCurrent = index === at;
          const look = `flex min-h-control items-center gap-1.5 rounded-control px-2 text-12 max-[1199px]:px-1 ${
            isCurrent ? 'font-medium text-ink' : isDone ? 'text-ink-2' : 'text-ink-3'
          }`;
          const content = (
            <>
              <span
                className={`grid size-4.5 flex-none place-items-center rounded-full text-11 tabular-nums ${
                  isCurrent
                    ? 'bg-accent text-accent-on'
                    : isDone
                      ? 'bg-ok-tint text-ok-text'
                      : 'border border-line-strong'
                }`}
              >
                {isDone ? <Icon name="check" size={12} /> : index + 1}
              </span>
              <span className={isCurrent ? '' : 'max-[1199px]:sr-only'}>{messages.step[step]}</span>
              {isDone ? <span className="sr-only">{messages.stepDone}</span> : null}
            </>
          );
          return (
            <li key={step} aria-current={isCurrent ? 'step' : undefined}>
              {open.has(step) && !isCurrent ? (
                <Link
                  to="/manage/bulk-bind"
                  search={step === 'file' ? {} : { step }}
                  className={`hit relative no-underline hover:bg-hover ${look}`}
                >
                  {content}
                </Link>
              ) : (
                <span className={look}>{content}</span>
              )}
            </li>
          );
        })}
      </ol>
      <p className="truncate text-12 text-ink-2 md:hidden">
        {messages.stepOf(messages.step[current], at + 1, STEPS.length)}
      </p>
    </nav>
  );
}
