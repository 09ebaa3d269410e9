import type { ReactNode } from 'react';

export type Fact = readonly [name: string, value: ReactNode];

interface FactListProps {
  readonly facts: readonly Fact[];
  readonly className?: string;
}

/** Names with their values; a value of null leaves its name out. */
export function FactList({ facts, className = '' }: FactListProps) {
  return (
    <dl className={`grid grid-cols-[minmax(0,132px)_minmax(0,1fr)] gap-x-4 gap-y-1.5 ${className}`}>
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-12 leading-5 text-ink-3">{name}</dt>
            <dd dir="auto" className="min-w-0 tabular-nums [overflow-wrap:anywhere]">
              {value}
            </dd>
          </div>
        ))}
    </dl>
  );
}

/** Ids, prefixes and other machine text. */
export function Mono({ children }: { readonly children: ReactNode }) {
  return <code className="font-mono text-12">{children}</code>;
}
