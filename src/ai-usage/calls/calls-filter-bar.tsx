import { useRef, useState, type FormEvent } from 'react';
import type { CallsSearch, TabProps } from '#src/ai-usage/search.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { SelectField, TextField } from '#src/forms/field.tsx';
import { formatCount } from '#src/format/number.ts';
import { formatNear } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
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
  const valueField = useRef<HTMLInputElement>(null);
  const zone = useDisplayZone();
  const nowMs = useNow();
  const active = filtersOf(search);
  const refusal = isJudged ? refusalOf(filter, text) : null;

  function add(event: FormEvent): void {
    event.preventDefault();
    const read = readFilter(filter, text.trim());
    setIsJudged(read === null);
    if (read === null) return;
    setText('');
    go(withFilter(search, read));
  }

  return (
    <div className="mt-2 flex flex-wrap items-end gap-2">
      {active.length === 0 ? null : (
        <div role="group" aria-label={messages.filters} className="flex min-h-control flex-wrap items-center gap-1.5">
          {active.map((one) => (
            <FilterChip
              key={one.filter}
              field={messages.filter[one.filter]}
              value={valueText(one, zone, nowMs)}
              onOpen={() => {
                setFilter(one.filter);
                setText(one.value);
                valueField.current?.focus();
              }}
              onRemove={() => go(withoutFilter(search, one.filter))}
            />
          ))}
          {active.length > 1 ? (
            <Button size="sm" variant="ghost" onClick={() => go(withoutFilters(search))}>
              {messages.removeAll}
            </Button>
          ) : null}
        </div>
      )}
      <form aria-label={messages.add.title} className="flex flex-wrap items-start gap-2" onSubmit={add}>
        <SelectField
          label={messages.add.field}
          className="w-32"
          value={filter}
          options={CALL_FILTERS.map((value) => ({ value, label: messages.filter[value] }))}
          onChange={(event) => {
            setFilter(CALL_FILTERS.find((name) => name === event.target.value) ?? filter);
            setIsJudged(false);
          }}
        />
        <TextField
          ref={valueField}
          label={messages.add.value}
          className="w-40"
          value={text}
          error={refusal === null ? undefined : <span role="alert">{messages.add.bad[refusal]}</span>}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" className="mt-5">
          {messages.add.submit}
        </Button>
      </form>
    </div>
  );
}

/** The value of a filter in words. */
function valueText({ filter, value }: ReturnType<typeof filtersOf>[number], zone: string, nowMs: number): string {
  if (filter === 'since') return formatNear(value, zone, nowMs);
  if (filter === 'over' || filter === 'unpriced') return messages.yes;
  if (filter === 'min') return formatCount(Number(value));
  return filter === 'status' || filter === 'cache' ? wordIn(messages[filter], value) : value;
}
