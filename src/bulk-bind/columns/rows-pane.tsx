import { useState } from 'react';
import { countryCodes, type Country, isCountry } from '#contract/dialling.ts';
import type { CheckSummary, OfferedRule, ProblemKind } from '#src/bulk-bind/file/file-types.ts';
import { changeRows, type OpenFile, setCountry, skipRefused, takeBackFix } from '#src/bulk-bind/import-store.ts';
import { rows as rowsText } from '#src/bulk-bind/messages.ts';
import { type BulkSearch, type Go, ROW_VIEWS, type RowView } from '#src/bulk-bind/search.ts';
import { formatCount } from '#src/format/number.ts';
import { formatLocale } from '#src/i18n/locale.ts';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { Choice } from './choice.tsx';
import { messages } from './messages.ts';
import { RowGrid } from './row-grid.tsx';

interface RowsPaneProps {
  readonly file: OpenFile;
  readonly summary: CheckSummary;
  readonly search: BulkSearch;
  readonly go: Go;
}

/** The rows of the file by what is to be done with them, and what mends many of them at once. */
export function RowsPane({ file, summary, search, go }: RowsPaneProps) {
  const toFix = summary.toFix + summary.doubtful;
  const counts: Readonly<Record<RowView, number>> = {
    problems: toFix,
    all: summary.rows,
    fixed: summary.fixed,
    skipped: summary.skipped,
  };
  // A file without problems begins with all of its rows; a line that is looked for may be any of them.
  const view = search.rows ?? (search.line !== undefined || toFix === 0 ? 'all' : 'problems');
  const [problem, setProblem] = useState<ProblemKind | null>(null);
  const kinds = [...summary.problems].filter(([, count]) => count > 0);
  const shownProblem = view === 'problems' && problem !== null && summary.problems.has(problem) ? problem : null;
  const { keys } = messages;
  const undo = () => void takeBackFix().then(() => announce(messages.undone));
  useShortcut('mod+z', undo, { label: keys.undo, group: keys.group, when: summary.canTakeBack, inFields: false });
  return (
    <>
      <div className="flex flex-none flex-wrap items-center gap-x-4 border-b border-line px-6 pt-2 max-md:px-4">
        <div role="group" aria-label={messages.rowsTabs} className="flex min-w-0 flex-1 gap-4 overflow-x-auto">
          {ROW_VIEWS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === view}
              className="hit relative min-h-9 flex-none font-medium text-ink-2 hover:text-ink aria-pressed:text-ink aria-pressed:after:absolute aria-pressed:after:inset-x-0 aria-pressed:after:-bottom-px aria-pressed:after:border-b-2 aria-pressed:after:border-current"
              onClick={() => go({ ...search, rows: one, line: undefined }, { replace: true })}
            >
              {messages.tab[one]}{' '}
              <span className="font-normal text-ink-3 tabular-nums">{formatCount(counts[one])}</span>
            </button>
          ))}
        </div>
        {view === 'problems' && kinds.length > 1 ? (
          <Choice
            label={messages.problem}
            value={shownProblem}
            options={kinds.map(([kind, count]) => [kind, messages.ofKind(messages.kind[kind], formatCount(count))])}
            none={messages.allProblems}
            className="my-1 min-h-control w-52 max-w-full min-w-0 max-md:w-full rounded-control border border-line-strong bg-surface px-2 text-12 pointer-coarse:min-h-11"
            onChoose={setProblem}
          />
        ) : null}
      </div>
      <Rules file={file} summary={summary} onUndo={undo} />
      <RowGrid
        key={`${view} ${shownProblem ?? ''}`}
        file={file}
        view={view}
        problem={shownProblem}
        line={search.line ?? null}
      />
      <p className="flex-none border-t border-line px-6 py-2 text-12 text-ink-3 max-md:hidden">
        <Kbd keys="enter" /> {messages.hintEdit} <Kbd keys="tab" /> {messages.hintNext} <Kbd keys="mod+z" />{' '}
        {messages.hintUndo}
      </p>
    </>
  );
}

const CHIP =
  'hit relative inline-flex min-h-6 items-center gap-1.5 rounded-chip border border-line-strong bg-surface px-2 hover:bg-hover';

/** Rules that take a country's code as the one that is missing. */
const OF_COUNTRY: ReadonlySet<string> = new Set(['national', 'plus', 'code']);

interface RulesProps {
  readonly file: OpenFile;
  readonly summary: CheckSummary;
  readonly onUndo: () => void;
}

function Rules({ file, summary: { rules, toFix, problems, canTakeBack }, onUndo }: RulesProps) {
  const hasNational = (problems.get('national_number') ?? 0) > 0;
  const shown = rules.filter(({ rows }) => rows > 0);
  if (shown.length === 0 && !hasNational && toFix === 0 && !canTakeBack) return null;
  const apply = async (rule: OfferedRule) => {
    await changeRows({ do: 'rule', rule: rule.id, country: file.country });
    announce(messages.ruled(nameOf(rule), rowsText(rule.rows, formatCount(rule.rows))));
  };
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 px-6 pt-2 text-12 max-md:px-4">
      <span className={shown.length === 0 && !hasNational ? 'sr-only' : 'text-ink-2'}>{messages.fixMany}</span>
      {shown.map((rule) => (
        <button key={rule.id} type="button" className={CHIP} onClick={() => void apply(rule)}>
          {nameOf(rule)} <b className="font-medium tabular-nums">{rowsText(rule.rows, formatCount(rule.rows))}</b>
        </button>
      ))}
      {toFix === 0 ? null : (
        // A phone has no room for it in the header.
        <button type="button" className={`md:hidden ${CHIP}`} onClick={() => void skipRefused()}>
          {messages.skipToFix(toFix, formatCount(toFix))}
        </button>
      )}
      {canTakeBack ? (
        <button type="button" className={CHIP} onClick={onUndo}>
          {messages.takeBack}
        </button>
      ) : null}
      {hasNational || shown.some(({ id }) => OF_COUNTRY.has(id)) ? <CountryChoice country={file.country} /> : null}
    </div>
  );
}

function nameOf({ id, from, to }: OfferedRule): string {
  const names: Readonly<Partial<Record<string, string>>> = messages.rule;
  return names[id] ?? messages.channelRule(from ?? '', to ?? '');
}

const regions = new Intl.DisplayNames(formatLocale(), { type: 'region' });

function CountryChoice({ country }: { readonly country: Country | null }) {
  return (
    <label className="inline-flex items-center gap-1.5 text-ink-2">
      {messages.country}
      <Choice
        value={country}
        options={countryCodes()
          .filter(isCountry)
          .map((code) => [code, regions.of(code) ?? code])}
        none={messages.noCountry}
        className="min-h-6 max-w-40 rounded-chip border border-line-strong bg-surface px-1 text-ink"
        onChoose={setCountry}
      />
    </label>
  );
}
