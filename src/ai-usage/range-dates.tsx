import { useId, useState, type FormEvent } from 'react';
import { useNow } from '#src/format/use-now.ts';
import { Button } from '#src/ui/button.tsx';
import { messages } from './range-messages.ts';
import { datesProblem, type Dates } from './range-problem.ts';
import { addDays, monthEnd, monthStart, utcToday } from './usage-window.ts';

interface RangeDatesProps {
  /** The first and the last day that are shown now. */
  readonly shown: Dates;
  readonly onChoose: (dates: Dates) => void;
}

/** A first and a last day, both included. */
export function RangeDates({ shown, onChoose }: RangeDatesProps) {
  const id = useId();
  const today = utcToday(useNow());
  const [{ first, last }, setDates] = useState(shown);
  const [isTried, setTried] = useState(false);
  const problem = isTried ? datesProblem({ first, last }, today) : null;
  const before = addDays(monthStart(today), -1);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (datesProblem({ first, last }, today) === null) onChoose({ first, last });
  };
  return (
    <form className="flex w-64 flex-col gap-3 p-2" noValidate onSubmit={submit}>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => onChoose({ first: monthStart(today), last: today })}>
          {messages.thisMonth}
        </Button>
        <Button size="sm" onClick={() => onChoose({ first: monthStart(before), last: monthEnd(before) })}>
          {messages.lastMonth}
        </Button>
      </div>
      {(['first', 'last'] as const).map((field) => (
        <div key={field}>
          <label htmlFor={`${id}-${field}`} className="mb-1 block text-12 font-medium">
            {field === 'first' ? messages.from : messages.to}
          </label>
          <input
            id={`${id}-${field}`}
            type="date"
            value={field === 'first' ? first : last}
            max={today}
            aria-invalid={problem === null ? undefined : true}
            aria-describedby={`${id}-hint`}
            className={`min-h-control w-full rounded-control border bg-surface px-2 text-ink ${
              problem === null ? 'border-line-control' : 'border-danger'
            }`}
            onChange={({ target }) => setDates({ first, last, [field]: target.value })}
          />
        </div>
      ))}
      <p
        id={`${id}-hint`}
        role="status"
        className={`min-h-4 text-12 ${problem === null ? 'text-ink-3' : 'text-danger-text'}`}
      >
        {problem ?? messages.hint}
      </p>
      <Button type="submit" variant="primary">
        {messages.apply}
      </Button>
    </form>
  );
}
