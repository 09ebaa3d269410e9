import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatCount } from '#src/format/number.ts';
import { Button } from '#src/ui/button.tsx';
import { refusalOf, searchOf } from '#src/inbox/filters/filter-search.ts';
import { filterMessages } from '#src/inbox/filters/filter-messages.ts';
import { countOptions } from '#src/inbox/list-queries.ts';
import { planList, withFilter } from '#src/inbox/list-plan.ts';
import type { InboxSearch } from '#src/inbox/search.ts';
import type { Entry } from '#src/inbox/filters/filter-rule.ts';
import type { Capabilities } from '#src/inbox/capabilities.ts';

interface FilterFooterProps {
  readonly search: InboxSearch;
  readonly entries: readonly Entry[];
  readonly can: Capabilities;
  readonly invalid: boolean;
  readonly onApply: () => void;
}

const SETTLE_MS = 250;

/** "149 would match" and Apply. */
export function FilterFooter({ search, entries, can, invalid, onApply }: FilterFooterProps) {
  const [settled, setSettled] = useState(entries);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(entries), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [entries]);
  const refusal = refusalOf(entries);
  const { query } = planList(withFilter(search, searchOf(settled)), can);
  const count = useQuery({ ...countOptions(query), enabled: refusalOf(settled) === null });
  const total = settled === entries && !count.isError ? count.data?.total_count : undefined;
  const { counting, notCounted, wouldMatch } = filterMessages;
  const text = count.isError ? notCounted : total === undefined ? counting : wouldMatch(total, formatCount(total));
  const reason = invalid ? filterMessages.checkValue : refusal === null ? undefined : filterMessages.refusal[refusal];
  return (
    <div className="flex w-full items-center gap-2 px-2 pt-1.5 pb-0.5 max-md:px-0">
      <span role="status" className="min-w-0 flex-1 text-12 text-ink-3 tabular-nums">
        {reason ?? text}
      </span>
      <Button
        variant="primary"
        size="sm"
        kbd="mod+enter"
        disabledReason={reason}
        onClick={onApply}
        className="max-md:min-h-9"
      >
        {filterMessages.apply}
      </Button>
    </div>
  );
}
