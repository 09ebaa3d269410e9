import type { AiLimits } from '#contract/ai-limits.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { stoppedFeatures } from '#src/ai-usage/cap-consequence.ts';
import { formatRate } from './cap-amount.ts';
import { actionAfter, CAPS, FIELDS, type LimitsBody } from './cap-draft.ts';
import { hardText, whenReached } from './consequence.ts';
import { messages } from './messages.ts';
import type { Outlook } from './outlook.ts';
import { limitOf, reachedBy, type QuestionKind } from './save-question.ts';
import { UnpricedNote } from './unpriced-note.tsx';

interface SaveDialogProps {
  readonly kind: QuestionKind;
  readonly body: LimitsBody;
  readonly limits: AiLimits;
  readonly outlook: Outlook;
  readonly hasReports: boolean;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Says what a change of caps does before it is saved; its main button is named by the effect. */
export function SaveDialog({
  kind,
  body,
  limits,
  outlook,
  hasReports,
  isPending,
  onConfirm,
  onClose,
}: SaveDialogProps) {
  const action = actionAfter(body.action ?? null, limits.action);
  const isHarder = action === 'hard' && limits.action !== 'hard';
  const reached = reachedBy(body, limits, isHarder);
  // What is reached at once comes first; else every cap that this change is about.
  const about = reached.length > 0 ? reached : CAPS.filter((cap) => isHarder || body[FIELDS[cap]] !== undefined);
  const caps = about.flatMap((cap) => {
    const limit = limitOf(cap, body, limits);
    return limit === null ? [] : [{ cap, limit }];
  });
  const [first] = caps;
  const stopped = stoppedFeatures(limits);
  const go =
    kind !== 'plain'
      ? messages.ask.go[kind](stopped)
      : first === undefined
        ? messages.form.save
        : messages.ask.go.plain(formatRate(first.cap, first.limit));
  return (
    <Dialog
      title={messages.ask.title[kind](stopped)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{messages.ask.cancel}</Button>
          <Button variant={kind === 'stopsNow' ? 'danger' : 'primary'} busy={isPending} onClick={onConfirm}>
            {go}
          </Button>
        </>
      }
    >
      {caps.map(({ cap, limit }) => (
        <div key={cap} className="mb-3">
          <p className="font-medium">{formatRate(cap, limit)}</p>
          <p className="text-ink-2 text-pretty">{whenReached({ cap, limit, action, limits, outlook })}</p>
          {action === 'hard' ? (
            <p className="text-12 text-ink-3 text-pretty">{hardText(cap, limits, outlook.nowMs)}</p>
          ) : null}
        </div>
      ))}
      {action === 'hard' && limitOf('budget', body, limits) !== null ? <UnpricedNote hasReports={hasReports} /> : null}
    </Dialog>
  );
}
