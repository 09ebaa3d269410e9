import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PortalFacets } from '#contract/portal.ts';
import { formatCount } from '#src/format/number.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { messages } from './messages.ts';
import { countsOptions } from './queries.ts';
import type { PortalSearch } from './search.ts';

interface CountsStripProps {
  /** Whether the service lists the links that a figure counts. */
  readonly isListed: boolean;
  readonly issued: PortalFacets['issued'] | undefined;
}

const { counts: texts } = messages;

/** How many links there are in each state, each figure a way to its rows. */
export function CountsStrip({ isListed, issued }: CountsStripProps) {
  const { data, error, refetch } = useQuery(countsOptions());
  const counts = data?.portal_tokens;
  return (
    <section aria-label={texts.all} className="border-b border-line pb-3.5">
      <dl className="flex flex-wrap gap-x-14 gap-y-3 max-md:gap-x-6">
        <Figure label={texts.active} value={counts?.active_tokens} search={isListed ? { show: 'active' } : null} />
        <Figure label={texts.expired} value={counts?.expired_tokens} search={isListed ? { show: 'expired' } : null} />
        <Figure label={texts.revoked} value={counts?.revoked_tokens} search={isListed ? { show: 'revoked' } : null} />
        <Figure label={texts.uses} value={counts?.total_uses} search={isListed ? { order: 'uses' } : null} />
      </dl>
      {error !== null && data === undefined ? (
        <p role="alert" className="mt-1 text-12 text-danger-text">
          {texts.failed}{' '}
          <button type="button" className="min-h-6 font-medium underline" onClick={() => void refetch()}>
            {texts.retry}
          </button>
        </p>
      ) : issued !== undefined ? (
        <p className="mt-1 text-12 text-ink-3">
          <Link to="/manage/portal-tokens" search={{ days: 30 }} className="text-accent-text hover:underline">
            {texts.issued(issued.last_30, formatCount(issued.last_30))}
          </Link>
          {texts.before(formatCount(issued.before))}
        </p>
      ) : (
        <p className="mt-1 text-12 text-ink-3">{texts.all}</p>
      )}
    </section>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly search: PortalSearch | null;
}

function Figure({ label, value, search }: FigureProps) {
  return (
    <div className="min-w-20">
      <dt className="text-12 text-ink-3">{label}</dt>
      <dd className="min-h-7 text-20 font-semibold tabular-nums">
        {value === undefined ? (
          <Skeleton className="mt-1.5 h-4 w-12" />
        ) : search === null ? (
          formatCount(value)
        ) : (
          <Link to="/manage/portal-tokens" search={search} className="hover:underline">
            {formatCount(value)}
          </Link>
        )}
      </dd>
    </div>
  );
}
