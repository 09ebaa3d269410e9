import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AUDIT_ACTIONS, AUDIT_OBJECT_TYPES, AUDIT_OUTCOMES } from '#contract/audit.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { SelectField, TextField } from '#src/forms/field.tsx';
import { Button } from '#src/ui/button.tsx';
import { messages } from './messages.ts';
import { tokensOptions } from './queries.ts';
import { auditSearch, isFiltered, type AuditSearch, type NextSearch } from './search.ts';
import { actionWords, objectWords } from './words.ts';

const texts = messages.filters;
const ANY = '';

interface AuditFiltersProps {
  readonly search: AuditSearch;
  readonly go: (next: NextSearch) => void;
}

/** Which entries are listed. */
export function AuditFilters({ search, go }: AuditFiltersProps) {
  const { token, action, type, outcome } = search;
  const hasTokens = hasExtension(useWhoami(), 'api_tokens');
  const tokens = useQuery({ ...tokensOptions(), enabled: hasTokens }).data?.items ?? [];
  const set = (change: AuditSearch) => go((before) => ({ ...before, ...change }));
  // A phone begins with the entries.
  const isPhone = useMedia('(max-width: 767.98px)');
  const [isOpen, setOpen] = useState(() => isFiltered(search));
  if (isPhone && !isOpen) {
    return (
      <Button icon="filter" className="mb-2" onClick={() => setOpen(true)}>
        {texts.label}
      </Button>
    );
  }
  return (
    <div
      role="group"
      aria-label={texts.label}
      className="flex flex-wrap items-end gap-2 pt-1 pb-3 max-md:grid max-md:grid-cols-2 print:hidden"
    >
      <SelectField
        label={texts.who}
        className="w-40 max-md:w-full"
        value={token ?? ANY}
        options={withChosen(
          tokens.map(({ id, label, token_prefix: prefix }) => ({
            value: id.toString(),
            label: `${label} (${prefix})`,
          })),
          { any: texts.anyone, chosen: token, nameOf: messages.token },
        )}
        onChange={({ target }) => set({ token: target.value || undefined })}
      />
      <SelectField
        label={texts.action}
        className="w-44 max-md:w-full"
        value={action ?? ANY}
        options={withChosen(inWords(AUDIT_ACTIONS, actionWords), {
          any: texts.anyAction,
          chosen: action,
          nameOf: actionWords,
        })}
        onChange={({ target }) => set({ action: target.value || undefined })}
      />
      <SelectField
        label={texts.type}
        className="w-40 max-md:w-full"
        value={type ?? ANY}
        options={withChosen(inWords(AUDIT_OBJECT_TYPES, objectWords), {
          any: texts.anyType,
          chosen: type,
          nameOf: objectWords,
        })}
        onChange={({ target }) => set({ type: target.value || undefined, object: undefined })}
      />
      <TypedFilter name="object" search={search} go={go} className="w-24 max-md:w-full" />
      <SelectField
        label={texts.outcome}
        className="w-32 max-md:w-full"
        value={outcome ?? ANY}
        options={[
          { value: ANY, label: texts.anyOutcome },
          ...AUDIT_OUTCOMES.map((value) => ({ value: String(value), label: messages.outcome[value] })),
        ]}
        onChange={({ target }) => set({ outcome: AUDIT_OUTCOMES.find((one) => one === target.value) })}
      />
      <TypedFilter name="since" search={search} go={go} className="w-35 max-md:w-full" />
      <TypedFilter name="until" search={search} go={go} className="w-35 max-md:w-full" />
      {isFiltered(search) ? (
        <Button variant="ghost" className="max-md:self-end" onClick={() => go(() => ({}))}>
          {texts.clear}
        </Button>
      ) : null}
    </div>
  );
}

interface TypedFilterProps extends AuditFiltersProps {
  readonly name: 'object' | 'since' | 'until';
  readonly className: string;
}

/** A date filters once it is whole, an id by Enter or when the field is left. */
function TypedFilter({ name, search, go, className }: TypedFilterProps) {
  const isDate = name !== 'object';
  const value = search[name] ?? '';
  const [typed, setTyped] = useState({ text: value, of: value });
  // Back, or "Clear filters".
  if (typed.of !== value) setTyped({ text: value, of: value });

  function apply(text: string): void {
    if (auditSearch({ [name]: text }).ignored !== undefined || text === value) return;
    go((before) => {
      const next = { ...before, [name]: text };
      // The first day moves a last day before it out of the way, and the other way round.
      if (auditSearch(next).ignored === undefined) return auditSearch(next);
      return auditSearch({ ...next, [name === 'since' ? 'until' : 'since']: undefined });
    });
  }
  const applyTyped = () => apply(typed.text.trim());
  return (
    <form
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        applyTyped();
      }}
    >
      <TextField
        label={texts[name]}
        className={className}
        type={isDate ? 'date' : 'text'}
        value={typed.text}
        onChange={({ target }) => {
          setTyped({ text: target.value, of: value });
          if (isDate) apply(target.value);
        }}
        onBlur={applyTyped}
      />
    </form>
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

function inWords(names: readonly string[], wordsOf: (name: string) => string): readonly Option[] {
  return names
    .map((value) => ({ value, label: wordsOf(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
}

interface ChosenRules {
  readonly any: string;
  /** What the address has; it is an option also where nothing else names it. */
  readonly chosen: string | undefined;
  readonly nameOf: (value: string) => string;
}

function withChosen(options: readonly Option[], { any, chosen, nameOf }: ChosenRules): readonly Option[] {
  const isListed = chosen === undefined || options.some(({ value }) => value === chosen);
  return [{ value: ANY, label: any }, ...options, ...(isListed ? [] : [{ value: chosen, label: nameOf(chosen) }])];
}
