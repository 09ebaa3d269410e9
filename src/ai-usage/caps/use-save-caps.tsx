import { useState, type ReactNode } from 'react';
import { updateAiLimits, type AiLimits } from '#contract/ai-limits.ts';
import { queryClient } from '#src/api/query-client.ts';
import { useWrite, write } from '#src/api/write.ts';
import { limitsOptions } from '#src/ai-usage/queries.ts';
import { holdUndo, offerUndo } from '#src/undo/undo.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { formatCap } from './cap-amount.ts';
import { bodyBefore, CAPS, conflictsOf, FIELDS, type LimitsBody } from './cap-draft.ts';
import { messages } from './messages.ts';
import type { Outlook } from './outlook.ts';
import { SaveDialog } from './save-dialog.tsx';
import { questionOf, type QuestionKind } from './save-question.ts';

interface Asked {
  readonly kind: QuestionKind;
  readonly body: LimitsBody;
  readonly limits: AiLimits;
}

interface SaveCaps {
  /**
   * Reads the caps anew, asks where there is something to be asked, and sends what changes. Nothing is sent over what
   * somebody else has changed since `base`: the new caps are then on the page, whose form says so.
   */
  readonly save: (body: LimitsBody, base: AiLimits, options?: { readonly isAsked?: boolean }) => Promise<void>;
  readonly isPending: boolean;
  /** Why the caps could not be read or written. */
  readonly error: Error | null;
  /** The question, while it is asked. */
  readonly dialog: ReactNode;
}

/** The one way to save caps, for the form and for the cap that is tried. */
export function useSaveCaps(outlook: Outlook, hasReports: boolean, onSaved: () => void): SaveCaps {
  const { mutateAsync, isPending, error } = useWrite(updateAiLimits);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [reading, setReading] = useState<'no' | 'yes' | Error>('no');

  async function save(body: LimitsBody, base: AiLimits, { isAsked = false } = {}): Promise<void> {
    if (isPending || reading === 'yes') return;
    setReading('yes');
    try {
      const limits = await queryClient.fetchQuery({ ...limitsOptions(), staleTime: 0 });
      setReading('no');
      if (conflictsOf(body, base, limits).length > 0) return;
      const kind = questionOf(body, limits) ?? (isAsked ? 'plain' : null);
      if (kind === null) await send(body, limits);
      else setAsked({ kind, body, limits });
    } catch (failure) {
      setReading(failure instanceof Error ? failure : new Error(String(failure)));
    }
  }

  async function send(body: LimitsBody, before: AiLimits): Promise<void> {
    const release = holdUndo();
    const saved = await mutateAsync({ body }).catch(() => null);
    setAsked(null);
    if (saved !== null) {
      const back = bodyBefore(body, before);
      const text = doneText(body, saved);
      if (Object.keys(back).length === 0) announce(text);
      else offerUndo({ text, undo: () => putBack(back) });
      onSaved();
    }
    release();
  }

  return {
    save,
    isPending: isPending || reading === 'yes',
    error: reading instanceof Error ? reading : error,
    dialog:
      asked === null ? null : (
        <SaveDialog
          {...asked}
          outlook={outlook}
          hasReports={hasReports}
          isPending={isPending}
          onConfirm={() => void send(asked.body, asked.limits)}
          onClose={() => setAsked(null)}
        />
      ),
  };
}

function doneText(body: LimitsBody, saved: AiLimits): string {
  const cap = CAPS.find((name) => body[FIELDS[name]] !== undefined);
  if (Object.keys(body).length > 1 || saved.action === 'none') return messages.saved.many;
  if (cap !== undefined) return messages.saved.one(messages.name[cap], formatCap(cap, saved[cap].limit));
  return messages.saved.one(messages.actionName, messages.badge[saved.action]);
}

async function putBack(body: LimitsBody): Promise<{ readonly state: 'undone' | 'failed' }> {
  try {
    await write(updateAiLimits, { body }, { failed: messages.saved.undoFailed });
  } catch {
    // Its toast has said it.
    return { state: 'failed' };
  }
  announce(messages.saved.undone);
  return { state: 'undone' };
}
