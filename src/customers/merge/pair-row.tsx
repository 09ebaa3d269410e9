import { Link } from '@tanstack/react-router';
import type { CustomerDuplicate } from '#contract/customer-merges.ts';
import { customerName } from '#src/customers/customer-name.ts';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { evidenceLine } from './evidence-words.ts';
import { messages } from './merge-messages.ts';
import { pairText } from './merge-pair.ts';
import { listOf, type MergeSearch } from './merge-search.ts';

interface PairRowProps {
  readonly duplicate: CustomerDuplicate;
  readonly search: MergeSearch;
  readonly isOpen: boolean;
}

/** One suggestion: the two names, what they have in common, and how strong that is. */
export function PairRow({ duplicate, search, isOpen }: PairRowProps) {
  const { customers, identities, strength } = duplicate;
  const [name, other] = customers.map(customerName);
  const id = pairText(identities);
  const texts = messages.list;
  return (
    <li>
      <Link
        to="/customers/merge"
        search={{ ...listOf(search), pair: id }}
        data-pair={id}
        aria-current={isOpen ? 'page' : undefined}
        className={`relative flex gap-2.5 border-b border-line px-4 py-2 text-ink no-underline focus-visible:-outline-offset-2 ${
          isOpen
            ? 'bg-selected before:absolute before:inset-y-0 before:start-0 before:border-s-2 before:border-accent'
            : 'hover:bg-hover'
        }`}
      >
        <Avatar name={name ?? ''} />
        <span className="min-w-0 flex-1">
          <span className="flex gap-2">
            <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
              {name}
            </span>
            <span className={`flex-none text-12 ${strength === 'strong' ? 'font-semibold' : 'text-ink-2'}`}>
              {texts.strength[strength]}
            </span>
          </span>
          <span dir="auto" className="block truncate text-12 text-ink-2">
            {texts.and(name === other ? texts.withId(other ?? '', String(identities[1])) : (other ?? ''))}
          </span>
          <span className="block text-12 text-ink-2">{evidenceLine(duplicate)}</span>
        </span>
      </Link>
    </li>
  );
}
