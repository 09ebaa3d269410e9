import { useState } from 'react';
import type { PlainValues } from '#contract/visitors.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import { TextButton } from '#src/ui/button.tsx';
import { messages } from './messages.ts';

const MAX_VALUES = 8;
const MAX_CHARACTERS = 160;

interface PlainValueListProps {
  readonly label: string;
  readonly values: PlainValues;
}

/** Names with values that the website sent, as text. Long values and long lists are cut until all is asked for. */
export function PlainValueList({ label, values }: PlainValueListProps) {
  const [isWhole, setWhole] = useState(false);
  const all = Object.entries(values).map(([name, value]) => [name, String(value ?? '')] as const);
  const isLong = all.length > MAX_VALUES || all.some(([, text]) => text.length > MAX_CHARACTERS);
  if (all.length === 0) return null;
  return (
    <>
      <dl className="grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-12">
        {(isWhole ? all : all.slice(0, MAX_VALUES)).map(([name, text]) => (
          <div key={name} className="contents">
            <dt dir="auto" className="max-w-40 text-ink-3 [overflow-wrap:anywhere]">
              <AddressText text={name} />
            </dt>
            <dd dir="auto" className="whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">
              {text === '' ? (
                <span className="text-ink-3">{messages.emptyValue}</span>
              ) : (
                <AddressText text={isWhole ? text : cut(text)} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {isLong ? (
        <TextButton className="text-12" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? messages.showLess : messages.showAll}
          <span className="sr-only"> {label}</span>
        </TextButton>
      ) : null}
    </>
  );
}

function cut(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : `${[...text].slice(0, MAX_CHARACTERS).join('')}…`;
}
