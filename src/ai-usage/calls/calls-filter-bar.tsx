import type { CallsSearch, TabProps } from '#src/ai-usage/search.ts';
import { useId, useState, type FormEvent } from 'react';
import { FIELD } from '#src/ai-usage/figure-cells.tsx';
import { Button } from '#src/ui/button.tsx';
import { FilterChip } from '#src/ui/filter-chip.tsx';
import {
  CALL_FILTERS,
  filtersOf,
  readFilter,
  refusalOf,
  withFilter,
  withoutFilter,
  withoutFilters,
  type CallFilter,
} from './calls-filters.ts';
import { messages, wordIn } from './messages.ts';

type CallsFilterBarProps = TabProps<CallsSearch>;

/** The filters of the list, each of which can be taken away, and a form for one more. */
export function CallsFilterBar({ search, go }: CallsFilterBarProps) {
  const [filter, setFilter] = useState<CallFilter>('feature');
  const [text, setText] = useState('');
  const [isJudged, setIsJudged] = useState(false);
  const id = useId();
  const active = filtersOf(search);
  const refusal = isJudged ? refusalOf(filter, text) : null;

  function add(event: FormEvent): void {
    event.preventDefault();
    const read = readFilter(filter, text.trim());
    setIsJudged(read === null);
    if (read === null) return;
    setText('');
    go(withFilter(search, read), { replace: true });
  }

  return (
    <div className="mt-2 flex flex-wrap items-end gap-2">
      {active.length === 0 ? null : (
        <div role="group" aria-label={messages.filters} className="flex min-h-control flex-wrap items-center gap-1.5">
          {active.map((one) => (
            <FilterChip
              key={one.filter}
              field={messages.filter[one.filter]}
              value={valueText(one)}
              onOpen={() => {
                setFilter(one.filter);
                setText(one.value);
                document.getElementById(`${id}-value`)?.focus();
              }}
              onRemove={() => go(withoutFilter(search, one.filter), { replace: true })}
            />
          ))}
          {active.length > 1 ? (
            <Button size="sm" variant="ghost" onClick={() => go(withoutFilters(search), { replace: true })}>
              {messages.removeAll}
            </Button>
          ) : null}
        </div>
      )}
      <form aria-label={messages.add.title} className="flex flex-wrap items-end gap-2" onSubmit={add}>
        <label className="w-32 text-12 text-ink-2">
          {messages.add.field}
          <select
            value={filter}
            className={FIELD}
            onChange={(event) => {
              const chosen = CALL_FILTERS.find((name) => name === event.target.value);
              if (chosen !== undefined) setFilter(chosen);
              setIsJudged(false);
            }}
          >
            {CALL_FILTERS.map((name) => (
              <option key={name} value={name}>
                {messages.filter[name]}
              </option>
            ))}
          </select>
        </label>
        <label className="w-40 text-12 text-ink-2">
          {messages.add.value}
          <input
            id={`${id}-value`}
            value={text}
            autoComplete="off"
            aria-invalid={refusal !== null}
            aria-describedby={refusal === null ? undefined : `${id}-problem`}
            className={FIELD}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <Button type="submit">{messages.add.submit}</Button>
        {refusal === null ? null : (
          <p id={`${id}-problem`} role="alert" className="text-12 leading-7 text-danger-text">
            {messages.add.bad[refusal]}
          </p>
        )}
      </form>
    </div>
  );
}

/** The value of a filter in words. */
function valueText({ filter, value }: ReturnType<typeof filtersOf>[number]): string {
  return filter === 'status' || filter === 'cache' ? wordIn(messages[filter], value) : value;
}
