import type { CapAction } from '#contract/ai-names.ts';
import type { AiLimits } from '#contract/ai-limits.ts';
import { capConsequence, hardConsequence } from '#src/ai-usage/cap-consequence.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import { messages } from './messages.ts';

interface ActionChoiceProps {
  readonly action: CapAction;
  readonly limits: AiLimits;
  readonly onChange: (action: CapAction) => void;
}

/** What the caps do when they are reached, in words. */
export function ActionChoice({ action, limits, onChange }: ActionChoiceProps) {
  return (
    <div className="mt-3">
      <p className="mb-1 text-12 font-medium">{messages.form.when}</p>
      <Segmented
        label={messages.form.when}
        value={action}
        options={[
          { value: 'soft', label: messages.form.soft },
          { value: 'hard', label: messages.form.hard },
        ]}
        onChange={onChange}
      />
      <p role="status" className="mt-1 text-12 text-ink-2 text-pretty">
        {action === 'soft' ? messages.form.soften(capConsequence.softText) : hardConsequence(limits)}
      </p>
    </div>
  );
}
