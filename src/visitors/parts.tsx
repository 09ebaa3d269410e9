import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Visitor } from '#contract/visitors.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { Chip } from '#src/ui/chip.tsx';
import { messages } from './messages.ts';

export const LINK = 'hit relative text-accent-text hover:underline';

/** The visitor's name, else the email, the phone or the key. */
export function visitorName({
  display_name: name,
  email,
  phone,
  visitor_key: key,
}: Pick<Visitor, 'display_name' | 'email' | 'phone' | 'visitor_key'>): string {
  return name ?? email ?? phone ?? key;
}

interface CustomerDoorProps {
  readonly visitor: Pick<Visitor, 'customer_identity_id' | 'email' | 'phone'>;
  readonly children?: ReactNode;
}

/** A link to the customer. A service without a look-up by id needs the email or phone; without both it is text. */
export function CustomerDoor({ visitor, children }: CustomerDoorProps) {
  const hasLookUp = isWholeService(useWhoami());
  const { customer_identity_id: customerId, email, phone } = visitor;
  if (customerId === null) return <span className="text-ink-3">{messages.notLinked}</span>;
  const id = customerId.toString();
  const text = children ?? messages.customerId(id);
  if (!hasLookUp && email === null && phone === null) return text;
  const search = hasLookUp ? {} : email === null ? { phone: phone ?? '' } : { email };
  return (
    <Link to="/customers/$id" params={{ id }} search={search} className={LINK}>
      <bdi>{text}</bdi>
    </Link>
  );
}

/** The segments of a visitor; each leads to the visitors who are in it. */
export function SegmentLinks({ segments }: { readonly segments: readonly string[] }) {
  if (segments.length === 0) return <span className="text-ink-3">{messages.noSegments}</span>;
  return (
    <span className="flex flex-wrap gap-1">
      {segments.map((segment) => (
        <Link key={segment} to="/customers/visitors" search={{ segment }} className="hit relative hover:underline">
          <Chip>
            <bdi className="max-w-48 truncate">{segment}</bdi>
          </Chip>
        </Link>
      ))}
    </span>
  );
}
