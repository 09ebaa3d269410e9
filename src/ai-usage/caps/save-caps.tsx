import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { updateAiLimits, type AiLimits } from '#contract/ai-limits.ts';
import { AI_CAPS, type AiCap } from '#contract/ai-names.ts';
import { listAiUsage } from '#contract/ai-reports.ts';
import { hardText, type Outlook, stoppedFeatures, whenReached } from './cap-outlook.ts';
import { limitsOptions, usageOptions, useHasReports, wholeReportOptions } from '#src/ai-usage/queries.ts';
import { inverse, useWrite } from '#src/api/write.ts';
import { formatCount } from '#src/format/number.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { DEFAULT_WINDOW_LENGTH } from '#src/panels/day-window.ts';
import { Button } from '#src/ui/button.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import type { Undoable } from '#src/undo/undo-entry.ts';
import { formatCap, formatRate } from './cap-amounts.ts';
import { bodyBefore, conflictsOf, effectOf, FIELDS, limitOf, questionOf, type CapsBody } from './cap-draft.ts';
import type { QuestionKind } from './cap-draft.ts';
import { messages } from './messages.ts';

interface Question {
  readonly kind: QuestionKind;
  readonly body: CapsBody;
  readonly limits: AiLimits;
}

interface SaveCaps {
  /**
   * Reads the caps again, asks where there is something to ask, and sends what changes. Nothing is sent over what another
   * person has changed since `base`: the new caps are then on the page, whose form says so.
   */
  readonly save: (body: CapsBody, base: AiLimits) => void;
  readonly isBusy: boolean;
  /** The caps could not be read or written. */
  readonly error: Error | null;
  /** The question, while it is asked. */
  readonly dialog: ReactNode;
}

/** Saves the caps of the form. */
export function useSaveCaps(outlook: Outlook, onSaved: () => void): SaveCaps {
  const queryClient = useQueryClient();
  const { write, isBusy, error } = useWrite(updateAiLimits);
  const [question, setQuestion] = useState<Question | null>(null);

  async function save(body: CapsBody, base: AiLimits): Promise<void> {
    let before = base;
    const saved = await write(
      async () => {
        before = await queryClient.fetchQuery({ ...limitsOptions(), staleTime: 0 });
        if (conflictsOf(body, base, before).length > 0) return null;
        const kind = questionOf(body, before);
        if (kind === null) return { body };
        setQuestion({ kind, body, limits: before });
        return null;
      },
      { undo: (reply) => undoOf(body, before, reply) },
    );
    if (saved !== null) onSaved();
  }

  async function confirm({ body, limits }: Question): Promise<void> {
    const saved = await write({ body }, { undo: (reply) => undoOf(body, limits, reply) });
    setQuestion(null);
    if (saved !== null) onSaved();
  }

  return {
    save: (body, base) => void save(body, base),
    isBusy,
    error,
    dialog:
      question === null ? null : (
        <SaveDialog
          {...question}
          outlook={outlook}
          isBusy={isBusy}
          onConfirm={() => void confirm(question)}
          onClose={() => setQuestion(null)}
        />
      ),
  };
}

function doneText(body: CapsBody, saved: AiLimits): string {
  const cap = AI_CAPS.find((name) => body[FIELDS[name]] !== undefined);
  if (Object.keys(body).length > 1 || saved.action === 'none') return messages.saved.many;
  if (cap !== undefined) return messages.saved.one(messages.name[cap], formatCap(cap, saved[cap].limit));
  return messages.saved.one(messages.name.action, messages.badge[saved.action]);
}

/** The change that was saved with its way back; where there is none it is only said. */
function undoOf(body: CapsBody, before: AiLimits, saved: AiLimits): Undoable | null {
  const text = doneText(body, saved);
  const back = bodyBefore(body, before);
  if (Object.keys(back).length > 0) {
    const { undoFailed: failed, undone: done } = messages.saved;
    return { text, undo: inverse(updateAiLimits, { body: back }, { failed, done }) };
  }
  announce(text);
  return null;
}

interface SaveDialogProps extends Question {
  readonly outlook: Outlook;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Says what a change of caps does before it is saved; its main button is named by the effect. */
function SaveDialog({ kind, body, limits, outlook, isBusy, onConfirm, onClose }: SaveDialogProps) {
  const { action, caps } = effectOf(body, limits);
  const stopped = stoppedFeatures(limits);
  return (
    <ConfirmDialog
      title={messages.ask.title[kind](stopped)}
      submit={messages.ask.go[kind](stopped)}
      isDanger={kind === 'stopsNow'}
      isBusy={isBusy}
      // The form below says why it failed.
      error={null}
      onConfirm={onConfirm}
      onClose={onClose}
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
      {action === 'hard' && limitOf('budget', body, limits) !== null ? <UnpricedNote /> : null}
    </ConfirmDialog>
  );
}

/** The effect of a hard budget on models without a price, and which they are. */
export function UnpricedNote() {
  const hasReports = useHasReports();
  const { data: rows } = useQuery({ ...wholeReportOptions(listAiUsage, { group_by: ['model'] }), enabled: hasReports });
  const { data: usage } = useQuery({ ...usageOptions(DEFAULT_WINDOW_LENGTH), enabled: !hasReports });
  const names = rows?.filter(({ unpriced_calls }) => unpriced_calls > 0).map(({ model = '' }) => model) ?? [];
  const calls = usage?.summary.unpriced_calls_month ?? 0;
  const { rule, names: ofNames, count } = messages.unpriced;
  const who = names.length > 0 ? ofNames(names.join(', ')) : calls > 0 ? count(calls, formatCount(calls)) : null;
  return (
    <p className="mt-1 text-12 text-warn-text text-pretty [overflow-wrap:anywhere]">
      {rule} {who}
    </p>
  );
}

interface ConflictNoticeProps {
  /** Changed by another person, and the form would change it too. */
  readonly names: readonly (AiCap | 'action')[];
  readonly limits: AiLimits;
  readonly onTheirs: () => void;
  readonly onMine: () => void;
}

/** Another person's change is shown and left to be decided about, never overwritten by a Save that did not see it. */
export function ConflictNotice({ names, limits, onTheirs, onMine }: ConflictNoticeProps) {
  return (
    <div role="alert">
      {names.length === 0 ? null : (
        <div className="mt-3 rounded-control border border-warn-line bg-warn-tint px-2.5 py-2 text-12 text-warn-text">
          {names.map((name) => (
            <p key={name}>
              {messages.conflict.text(
                messages.name[name],
                name === 'action' ? messages.badge[limits.action] : formatCap(name, limits[name].limit),
              )}
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
