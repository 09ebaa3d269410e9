import { Link } from '@tanstack/react-router';
import type { AiLimits } from '#contract/ai-limits.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { useFailure } from '#src/api/failure-message.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatCount, formatPercent } from '#src/format/number.ts';
import { TEXT_LINK, TextButton } from '#src/ui/button.tsx';
import { FailureLine } from '#src/ui/failure-line.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import type { CallCheck } from './call-check.ts';
import { KeyInUse } from './choices.tsx';
import { messages } from './messages.ts';
import { forgetProviderKey } from './provider-key.ts';

interface CallCostProps {
  readonly check: CallCheck;
  readonly limits: AiLimits | undefined;
}

/** Shows the most that the call costs, the caps, and the key in use. */
export function CallCost({ check: { usd, tokens, cap, isHard, isStopped, isUnpriced }, limits }: CallCostProps) {
  const texts = messages.cost;
  const budget = limits?.budget;
  const used = budget?.limit == null || limits?.action === 'none' ? null : budget.percent_used;
  return (
    <div className="min-w-52 flex-1 text-12 text-ink-2 tabular-nums">
      <p>
        {usd === null ? texts.tokens(formatCount(tokens)) : texts.most(formatUsd(usd))}
        {used == null || limits === undefined || limits.action === 'none'
          ? null
          : ` ${texts.budget(formatPercent(used / 100), texts.actions[limits.action])}`}{' '}
        <KeyInUse />
      </p>
      <div role="status">
        {cap === null && !isUnpriced ? null : (
          <p className={`flex gap-1.5 ${isStopped ? 'text-danger-text' : 'text-warn-text'}`}>
            <Icon name="warning" size={14} className="mt-px" />
            <span>
              {cap === null
                ? texts.unpriced
                : `${texts[cap.isExceeded ? 'exceeded' : 'close'][cap.name]} ${isStopped ? texts.stopped : isHard ? texts.last : texts.allowed}`}{' '}
              <Link to="/ai/usage" className={`${TEXT_LINK} underline`}>
                {texts.caps}
              </Link>
            </span>
          </p>
        )}
      </div>
    </div>
  );
}

interface CopilotFailureProps {
  readonly error: unknown;
  /** A draft is on screen. */
  readonly isKept: boolean;
}

/** Why no draft came and what to do. */
export function CopilotFailure({ error, isKept }: CopilotFailureProps) {
  const failure = useFailure(error);
  if (failure === null) return null;
  const { title, text } = sentencesOf(error) ?? failure;
  return (
    <FailureLine title={title} requestId={failure.requestId}>
      {text} {isKept ? messages.failed.kept : null}
      {isKeyRefused(error) ? <TextButton onClick={forgetProviderKey}>{messages.failed.otherKey}</TextButton> : null}
    </FailureLine>
  );
}

function isKeyRefused(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'copilot_failed' && /\(status 40[13]\)$/.test(error.message);
}

/** The sentences of the copilot's own failures. */
function sentencesOf(error: unknown): { readonly title: string; readonly text: string } | null {
  if (!(error instanceof ApiFailure)) return null;
  const { code, message } = error;
  const texts = messages.failed;
  if (code === 'ai_cap_exceeded') return { title: texts.cap, text: texts.capText(message) };
  if (code === 'bad_field') return { title: texts.refused, text: `${message}.` };
  if (code !== 'copilot_failed') return null;
  if (message === 'no provider is configured') return { title: texts.noProvider, text: texts.noProviderText };
  if (isKeyRefused(error)) return { title: texts.badKey, text: texts.badKeyText(message) };
  return { title: texts.refused, text: texts.refusedText(message) };
}
