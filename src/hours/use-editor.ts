import { createContext, use, useEffect, useRef, useState } from 'react';
import type { BusinessCalendar } from '#contract/calendar.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { loadDraft, removeDraft, storeDraft } from './draft.ts';
import { messages } from './messages.ts';
import { pushEdit, redoEdit, startHistory, undoEdit, type History } from './model/history.ts';
import { changedParts, mergePlans, type Merge, type PartKey } from './model/merge-plans.ts';
import { planOf, type Plan, type Provided } from './model/plan.ts';
import { useProvided } from './queries.ts';

/** What both parts of the page show and change. */
export interface Editor {
  /** As it was saved when the edits began. */
  readonly saved: BusinessCalendar;
  readonly savedPlan: Plan;
  readonly plan: Plan;
  readonly changes: readonly PartKey[];
  readonly provided: Provided;
  /** Why nothing can be changed. */
  readonly lockedReason: string | undefined;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** @param run edits of the same run are one step of undo */
  readonly edit: (next: Plan, label: string, run?: string) => void;
  /** False where there is none. */
  readonly undo: () => boolean;
  readonly redo: () => boolean;
  readonly discard: () => void;
  /** What another person saved since, where it is not yet part of this. */
  readonly elsewhere: Elsewhere | null;
  /** Takes what is saved now as the ground of the edits. */
  readonly rebase: (saved: BusinessCalendar, plan: Plan) => void;
}

export interface Elsewhere {
  readonly calendar: BusinessCalendar;
  readonly merge: Merge;
}

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = use(EditorContext);
  if (editor === null) throw new Error('no editor');
  return editor;
}

interface State {
  readonly saved: BusinessCalendar;
  readonly history: History;
}

/** @param latest as the service answered it last */
export function useNewEditor(latest: BusinessCalendar): Editor {
  const { site_id } = useWhoami();
  const access = useWriteAccess('calendar:write');
  const provided = useProvided();
  const [state, setState] = useState((): State => {
    const draft = loadDraft(site_id);
    if (draft === null) return { saved: latest, history: startHistory(planOf(latest)) };
    const history = startHistory(planOf(draft.base));
    return { saved: draft.base, history: pushEdit(history, draft.plan, messages.bar.restored) };
  });
  const { saved, history } = state;
  const plan = history.now;
  const savedPlan = planOf(saved);
  const changes = changedParts(savedPlan, plan);
  const elsewhere = elsewhereOf(saved, latest, plan);

  // Nobody has to choose: it becomes the ground.
  const isTaken = elsewhere !== null && isSettled(elsewhere.merge, changes);
  if (isTaken) setState({ saved: latest, history: startHistory(elsewhere.merge.plan) });

  const isDirty = changes.length > 0;
  useEffect(() => {
    if (isDirty) storeDraft(site_id, saved, plan);
    else removeDraft();
  }, [isDirty, plan, saved, site_id]);

  // Two keys may come before the first one has been drawn.
  const newest = useRef(history);
  useEffect(() => {
    newest.current = history;
  }, [history]);
  const put = (next: History): void => {
    newest.current = next;
    setState((before) => ({ ...before, history: next }));
  };
  const go = (next: History | null, say: (label: string) => string, step: { readonly label: string } | undefined) => {
    if (next === null || step === undefined) return false;
    put(next);
    announce(say(step.label));
    return true;
  };

  return {
    saved,
    savedPlan,
    plan,
    changes,
    provided,
    lockedReason: access.reason,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    edit: (next, label, run) => {
      if (changedParts(newest.current.now, next).length > 0) put(pushEdit(newest.current, next, label, run));
    },
    undo: () => go(undoEdit(newest.current), messages.bar.undone, newest.current.past.at(-1)),
    redo: () => go(redoEdit(newest.current), messages.bar.redone, newest.current.future.at(-1)),
    discard: () => {
      put(pushEdit(newest.current, savedPlan, messages.bar.discard));
      announce(messages.bar.discarded);
    },
    elsewhere: isTaken ? null : elsewhere,
    rebase: (next, merged) => {
      const ground = startHistory(planOf(next));
      const isSame = changedParts(ground.now, merged).length === 0;
      const rebased = isSame ? ground : pushEdit(ground, merged, messages.edits.merge);
      newest.current = rebased;
      setState({ saved: next, history: rebased });
    },
  };
}

function elsewhereOf(saved: BusinessCalendar, latest: BusinessCalendar, plan: Plan): Elsewhere | null {
  if (latest === saved) return null;
  const isOlder = latest.version !== undefined && saved.version !== undefined && latest.version <= saved.version;
  if (isOlder) return null;
  const [base, theirs] = [planOf(saved), planOf(latest)];
  const isSame = changedParts(base, theirs).length === 0;
  if (isSame && latest.version === saved.version) return null;
  return { calendar: latest, merge: mergePlans(base, plan, theirs) };
}

/** Nothing was changed here, or nothing of theirs is missing here: it can be taken over without a question. */
function isSettled({ theirs, conflicts }: Merge, changes: readonly PartKey[]): boolean {
  return changes.length === 0 || (theirs.length === 0 && conflicts.length === 0);
}
