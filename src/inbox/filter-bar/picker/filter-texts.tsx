import { useId, useState } from 'react';
import { filterMessages } from '#src/inbox/filters/filter-messages.ts';
import { fieldWord } from '#src/inbox/filters/filter-words.ts';
import type { Rule } from '#src/inbox/filters/filter-rule.ts';

const MAX_TEXT_LENGTH = 300;

/** Texts, one a line. */
export function FilterTexts({ rule, onChange }: { readonly rule: Rule; readonly onChange: (rule: Rule) => void }) {
  const [text, setText] = useState(() => rule.values.join('\n'));
  const hintId = useId();
  return (
    <div className="flex flex-col gap-1 px-2 pt-1">
      <textarea
        rows={3}
        aria-label={filterMessages.values(fieldWord(rule.field))}
        aria-describedby={hintId}
        spellCheck={false}
        dir="auto"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onChange({ ...rule, values: linesOf(event.target.value) });
        }}
        className="min-h-16 w-full resize-none rounded-control border border-line-control bg-surface px-2 py-1 text-13 pointer-coarse:max-md:text-[16px]"
      />
      <p id={hintId} className="text-12 text-ink-3">
        {filterMessages.lines}
      </p>
    </div>
  );
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => [...line.trim()].slice(0, MAX_TEXT_LENGTH).join(''));
  return [...new Set(lines.filter((line) => line !== ''))];
}
