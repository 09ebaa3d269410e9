import { view } from '#src/portal-tokens/view.ts';
import type { PortalFacets } from '#contract/portal.ts';
import { formatCount } from '#src/format/number.ts';
import { FilterChip } from '#src/ui/filter-chip.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';
import { messages } from './messages.ts';
import { ISSUED_DAYS, SHOWN, type PortalSearch, type Shown } from './search.ts';

interface FilterBarProps {
  readonly search: PortalSearch;
  readonly go: (next: PortalSearch) => void;
  readonly facets: PortalFacets | undefined;
  readonly hasResults: boolean;
  readonly onLeave: () => void;
}

const ORDERS = ['created-desc', 'created-asc', 'expires-asc', 'expires-desc', 'uses-desc', 'uses-asc'] as const;
const SELECT =
  'min-h-6 rounded-control border border-line-strong bg-surface px-2 text-12 text-ink pointer-coarse:min-h-9';
const CHIP =
  'hit relative inline-flex min-h-6 items-center gap-1.5 whitespace-nowrap rounded-chip border px-[7px] text-12 font-medium pointer-coarse:min-h-8';

/** Which links are listed, with how many each choice finds beside the search. */
export function FilterBar({ search, go, facets, hasResults, onLeave }: FilterBarProps) {
  const { show, days, q, order = 'created', dir = 'desc' } = search;
  return (
    <div className="flex flex-col gap-2.5 py-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          label={messages.search}
          clearLabel={messages.clearSearch}
          group={view.keys[0].group}
          value={q ?? ''}
          hasResults={hasResults}
          className="max-w-72 basis-40"
          onChange={(text) => go({ ...search, q: text === '' ? undefined : text })}
          onLeave={onLeave}
        />
        <select
          aria-label={messages.issuedWithin}
          className={SELECT}
          value={String(days ?? 'any')}
          onChange={({ target }) => go({ ...search, days: ISSUED_DAYS.find((n) => String(n) === target.value) })}
        >
          <option value="any">{messages.within.any}</option>
          {ISSUED_DAYS.map((n) => (
            <option key={n} value={n}>
              {messages.within[n]}
            </option>
          ))}
        </select>
        <select
          aria-label={messages.sort}
          className={SELECT}
          value={`${order}-${dir}`}
          onChange={({ target }) => go({ ...search, ...readOrder(target.value) })}
        >
          {ORDERS.map((name) => (
            <option key={name} value={name}>
              {messages.orders[name]}
            </option>
          ))}
        </select>
      </div>
      <div role="group" aria-label={messages.filters} className="flex flex-wrap gap-1.5">
        {search.email === undefined ? null : (
          <FilterChip
            field={messages.column.email}
            value={search.email}
            onOpen={() => go({ ...search, email: undefined, q: search.email })}
            onRemove={() => go({ ...search, email: undefined })}
          />
        )}
        {[undefined, ...SHOWN].map((name) => {
          const isOn = name === show;
          const count = facets === undefined ? undefined : countOf(name, facets);
          return (
            <button
              key={name ?? 'all'}
              type="button"
              aria-pressed={isOn}
              className={`${CHIP} ${isOn ? 'border-accent-line bg-accent-tint text-accent-text' : 'border-line-strong text-ink-2 hover:bg-hover'}`}
              onClick={() => go({ ...search, show: isOn ? undefined : name })}
            >
              {messages.show[name ?? 'all']}
              {count === undefined ? null : (
                <span className="font-normal text-ink-3 tabular-nums">{formatCount(count)}</span>
              )}
            </button>
          );
        })}
      </div>
    </div>
  );
}

function readOrder(value: string): Pick<PortalSearch, 'order' | 'dir'> {
  const [order, dir] = value.split('-');
  return {
    order: order === 'expires' || order === 'uses' ? order : undefined,
    dir: dir === 'asc' ? 'asc' : undefined,
  };
}

function countOf(show: Shown | undefined, { state, expiring, unused, many_uses }: PortalFacets): number {
  if (show === undefined) return state.active + state.expired + state.revoked;
  if (show === 'expiring') return expiring;
  if (show === 'unused') return unused;
  return show === 'many' ? many_uses : state[show];
}
