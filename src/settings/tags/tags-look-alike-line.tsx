import { formatCount } from '#src/format/number.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { separatePair } from './tags-separate-pairs.ts';
import type { LookAlike } from './tags-look-alikes.ts';
import { messages } from './tags-messages.ts';

interface LookAlikeLineProps {
  readonly pairs: readonly LookAlike[];
  readonly reason: string | undefined;
  readonly onMerge: (pair: LookAlike) => void;
}

/** The first pair of tags that may be one word, and what to do about it. */
export function LookAlikeLine({ pairs, reason, onMerge }: LookAlikeLineProps) {
  const [pair, ...more] = pairs;
  if (pair === undefined) return null;
  const { from, into, kind } = pair;
  const texts = messages.lookAlike;
  return (
    <div
      role="group"
      aria-label={texts.label}
      className="mt-3 flex min-h-bar flex-wrap items-center gap-x-3 gap-y-1.5 border-y border-line py-1.5"
    >
      <Icon name="tag" size={14} className="text-ink-3" />
      <p className="min-w-40 flex-[1_1_0] [overflow-wrap:anywhere]">
        <b className="font-semibold">{from.name}</b>
        {texts.count(from.ticket_count, formatCount(from.ticket_count))}
        {texts[kind]}
        <b className="font-semibold">{into.name}</b>
        {texts.stop} {more.length === 0 ? null : <span className="text-ink-3">{texts.more(more.length)}</span>}
      </p>
      <span className="flex flex-wrap gap-1">
        <Button size="sm" disabledReason={reason} onClick={() => onMerge(pair)}>
          <span className="max-w-48 truncate">{messages.name.mergeInstead(into.name)}</span>
        </Button>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            separatePair(pair);
            announce(texts.kept(from.name, into.name));
          }}
        >
          {texts.keep}
        </Button>
      </span>
    </div>
  );
}
