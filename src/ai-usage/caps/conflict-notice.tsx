import type { AiLimits } from '#contract/ai-limits.ts';
import type { AiCap } from '#contract/ai-names.ts';
import { Button } from '#src/ui/button.tsx';
import { formatCap } from './cap-amount.ts';
import { messages } from './messages.ts';

interface ConflictNoticeProps {
  /** What somebody else has changed, and the form would change too. */
  readonly names: readonly (AiCap | 'action')[];
  readonly limits: AiLimits;
  readonly onTheirs: () => void;
  readonly onMine: () => void;
}

/** Somebody else's change is shown and left to be decided about, never overwritten by a Save that did not see it. */
export function ConflictNotice({ names, limits, onTheirs, onMine }: ConflictNoticeProps) {
  return (
    <div role="alert">
      {names.length === 0 ? null : (
        <div className="mt-3 rounded-control border border-warn-line bg-warn-tint px-2.5 py-2 text-12 text-warn-text">
          {names.map((name) => (
            <p key={name}>
              {name === 'action'
                ? messages.conflict.text(messages.lowerActionName, messages.badge[limits.action])
                : messages.conflict.text(messages.lowerName[name], formatCap(name, limits[name].limit))}
            </p>
          ))}
          <div className="mt-2 flex gap-2">
            <Button size="sm" onClick={onTheirs}>
              {messages.conflict.theirs}
            </Button>
            <Button size="sm" onClick={onMine}>
              {messages.conflict.mine}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
