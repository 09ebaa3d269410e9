import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { updateBusinessCalendar } from '#contract/calendar-write.ts';
import { calendar as calendarSchema, getBusinessCalendar, type BusinessCalendar } from '#contract/calendar.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { inverse, useAction, write } from '#src/api/write.ts';
import { useOffline } from '#src/browser/offline.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { undoLast } from '#src/undo/undo.ts';
import { ChangesList } from './changes-panel.tsx';
import { messages } from './messages.ts';
import { partName } from './model/describe.ts';
import { changedParts } from './model/merge-plans.ts';
import { bodyOf, findExcess, planOf } from './model/plan.ts';
import { calendarOptions, useEditor, type Editor } from './use-editor.ts';
import { view } from './view.ts';

const texts = messages.bar;

/** The unsaved changes, with undo, discard and save. */
export function SaveBar({ onConflict }: { readonly onConflict: () => void }) {
  const editor = useEditor();
  const { changes, canUndo, canRedo, undo, redo, discard, plan, savedPlan, lockedReason, elsewhere } = editor;
  const { save, isBusy } = useSave(editor, onConflict);
  const [dialog, setDialog] = useState<'changes' | 'empty' | null>(null);
  const isOffline = useOffline();
  const excess = findExcess(plan);
  const whyNot = isOffline ? texts.offline : excess === null ? undefined : texts.excess[excess.part](excess.by);
  const n = changes.length;
  const [{ group, entries: keys }] = view.keys;
  const trySave = () => {
    // A field takes what was typed when it loses the focus, which has happened.
    const wrong = document.querySelector<HTMLElement>('#hours [aria-invalid="true"]');
    if (wrong !== null) {
      wrong.focus();
      toast({ kind: 'info', text: texts.fix });
    } else if (whyNot !== undefined) toast({ kind: 'info', text: whyNot });
    else if (elsewhere !== null) onConflict();
    else if (plan.week.length === 0 && savedPlan.week.length > 0) setDialog('empty');
    else void save();
  };
  useShortcut(keys.save.keys, trySave, { label: keys.save.label, group, when: n > 0 && lockedReason === undefined });
  useShortcut(keys.redo.keys, redo, { label: keys.redo.label, group, when: canRedo });
  // The browser undoes typing, this undoes edits, and the app undoes the save, also from a field of times.
  useShortcut('mod+z', ({ target }) => {
    if (isTyping(target)) return false;
    if (canUndo) return undo();
    if (!isTimesField(target)) return false;
    undoLast();
    return true;
  });
  if (lockedReason !== undefined || (n === 0 && !canUndo && !canRedo)) return null;
  return (
    <div
      role="region"
      aria-label={n === 0 ? texts.none : texts.changes(n)}
      className="flex min-h-[52px] flex-none flex-wrap items-center gap-x-2.5 gap-y-2 border-t border-line-strong bg-surface px-6 py-2 max-md:px-4"
    >
      <span role="status" className="font-medium tabular-nums">
        {n === 0 ? texts.none : texts.changes(n)}
      </span>
      <span className={`min-w-0 flex-1 text-12 ${excess === null ? 'truncate text-ink-3' : 'text-danger-text'}`}>
        {whyNot ?? changes.map(partName).join(', ')}
      </span>
      <span className="flex gap-2">
        <Button variant="ghost" disabledReason={canUndo ? undefined : texts.none} onClick={undo}>
          {texts.undo}
        </Button>
        {canRedo ? (
          <Button variant="ghost" onClick={redo}>
            {texts.redo}
          </Button>
        ) : null}
      </span>
      <span className="flex flex-wrap gap-2 empty:hidden max-md:w-full max-md:[&_button]:flex-1">
        {n === 0 ? null : (
          <>
            <Button variant="ghost" onClick={discard}>
              {texts.discard}
            </Button>
            <Button onClick={() => setDialog('changes')}>{texts.show}</Button>
            <Button variant="primary" busy={isBusy} disabledReason={whyNot} onClick={trySave}>
              {texts.save}
            </Button>
          </>
        )}
      </span>
      {dialog === 'changes' ? (
        <Dialog title={messages.changes.title} onClose={() => setDialog(null)}>
          <ChangesList />
        </Dialog>
      ) : null}
      {dialog === 'empty' ? (
        <ConfirmDialog
          title={messages.save.emptyTitle}
          submit={messages.save.emptySubmit}
          isDanger
          isBusy={isBusy}
          error={null}
          onConfirm={() => void save().then(() => setDialog(null))}
          onClose={() => setDialog(null)}
        >
          <p className="text-ink-2">{messages.save.emptyText}</p>
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('textarea, [data-typing], input:not([data-times] input)');
}

function isTimesField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('[data-times] input');
}

/** Saves all changes in one call, with the version that they are based on. @param onConflict another person saved first */
function useSave({ saved, plan, isWhole, rebase }: Editor, onConflict: () => void) {
  const { act, isBusy } = useAction();
  const queries = useQueryClient();
  const show = (calendar: BusinessCalendar): void => void queries.setQueryData(calendarOptions().queryKey, calendar);
  const versionOf = ({ version }: BusinessCalendar) => (version === undefined ? {} : { version });

  function refuse(current: BusinessCalendar): null {
    show(current);
    onConflict();
    return null;
  }

  async function send(): Promise<BusinessCalendar | null> {
    // Without versions, compare with what is saved now.
    if (saved.version === undefined) {
      const current = await call(getBusinessCalendar, {});
      if (changedParts(planOf(saved), planOf(current)).length > 0) return refuse(current);
    }
    try {
      return await write(updateBusinessCalendar, { body: { ...bodyOf(plan, isWhole), ...versionOf(saved) } });
    } catch (error) {
      const current = currentOf(error);
      if (current === null) throw error;
      return refuse(current);
    }
  }

  async function save(): Promise<void> {
    const reply = await act(send, {
      failed: messages.save.failed,
      undo: (after) => ({
        text: messages.save.saved,
        undo: inverse(
          updateBusinessCalendar,
          { body: { ...bodyOf(planOf(saved), isWhole), ...versionOf(after) } },
          { failed: messages.save.notRestored, done: messages.save.restored },
        ),
      }),
    });
    if (reply === null) return;
    show(reply);
    rebase(reply, planOf(reply));
  }

  return { save, isBusy };
}

function currentOf(error: unknown): BusinessCalendar | null {
  if (!(error instanceof ApiFailure) || error.kind !== 'conflict') return null;
  return calendarSchema.safeParse(error.current).data ?? null;
}
