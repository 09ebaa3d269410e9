import { createContext, use, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { calendar as calendarSchema, getBusinessCalendar, type BusinessCalendar } from '#contract/calendar.ts';
import { read } from '#src/api/read.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { SITE_KEYS, storage } from '#src/browser/storage.ts';
import { useNow } from '#src/format/use-now.ts';
import { dayAndTimeOf } from '#src/format/zone-time.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { messages } from './messages.ts';
import { changedParts, mergePlans, type Merge, type PartKey } from './model/merge-plans.ts';
import { bodyOf, planOf, type Plan } from './model/plan.ts';

/** The same query as the sidebar's. */
export function calendarOptions() {
  return { ...read(getBusinessCalendar), staleTime: 60_000, refetchInterval: 60_000 };
}

/** The state that both tabs show and change. */
export interface Editor {
  /** The saved calendar that the edits are based on. */
  readonly saved: BusinessCalendar;
  readonly savedPlan: Plan;
  readonly plan: Plan;
  readonly changes: readonly PartKey[];
  /** False: the service changes the week alone. */
  readonly isWhole: boolean;
  /** Why the user cannot change the hours. */
  readonly lockedReason: string | undefined;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** @param run edits of the same run are one step of undo */
  readonly edit: (next: Plan, run?: string) => void;
  /** @returns false if there is nothing to undo */
  readonly undo: () => boolean;
  readonly redo: () => boolean;
  readonly discard: () => void;
  /** A save by another person, if it is not merged yet. */
  readonly elsewhere: Elsewhere | null;
  /** Bases the edits on a newly saved calendar. */
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

/** Today's date in the zone of the edited calendar. */
export function useToday(): string {
  const { zone } = useEditor().plan;
  return dayAndTimeOf(new Date(useNow()).toISOString(), zone)?.day ?? '';
}

interface State {
  readonly saved: BusinessCalendar;
  readonly history: History;
}

/** @param latest the service's last reply */
export function useNewEditor(latest: BusinessCalendar): Editor {
  const whoami = useWhoami();
  const { site_id } = whoami;
  const isWhole = isWholeService(whoami);
  const access = useWriteAccess('calendar:write');
  const [state, setState] = useState((): State => {
    const draft = loadDraft(site_id);
    if (draft === null) return { saved: latest, history: startHistory(planOf(latest)) };
    const history = startHistory(planOf(draft.base));
    return { saved: draft.base, history: pushEdit(history, draft.plan) };
  });
  const { saved, history } = state;
  const plan = history.now;
  const savedPlan = planOf(saved);
  const changes = changedParts(savedPlan, plan);
  const elsewhere = elsewhereOf(saved, latest, plan);

  // No conflicts: rebase silently.
  const isTaken = elsewhere !== null && isSettled(elsewhere.merge, changes);
  if (isTaken) setState({ saved: latest, history: startHistory(elsewhere.merge.plan) });

  const isDirty = changes.length > 0;
  useEffect(() => {
    if (isDirty) storeDraft(site_id, saved, plan);
    else removeDraft();
  }, [isDirty, plan, saved, site_id]);

  // A second key may arrive before the first one has rendered.
  const newest = useRef(history);
  useEffect(() => {
    newest.current = history;
  }, [history]);
  const put = (next: History): void => {
    newest.current = next;
    setState((before) => ({ ...before, history: next }));
  };
  const go = (next: History | null, said: string) => {
    if (next === null) return false;
    put(next);
    announce(said);
    return true;
  };

  return {
    saved,
    savedPlan,
    plan,
    changes,
    isWhole,
    lockedReason: access.reason,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    edit: (next, run) => {
      if (changedParts(newest.current.now, next).length > 0) put(pushEdit(newest.current, next, run));
    },
    undo: () => go(undoEdit(newest.current), messages.bar.undone),
    redo: () => go(redoEdit(newest.current), messages.bar.redone),
    discard: () => {
      put(pushEdit(newest.current, savedPlan));
      announce(messages.bar.discarded);
    },
    elsewhere: isTaken ? null : elsewhere,
    rebase: (next, merged) => {
      const ground = startHistory(planOf(next));
      const isSame = changedParts(ground.now, merged).length === 0;
      const rebased = isSame ? ground : pushEdit(ground, merged);
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

/** Whether their changes can be taken without asking: nothing was edited here, or nothing conflicts or is missing. */
function isSettled({ theirs, conflicts }: Merge, changes: readonly PartKey[]): boolean {
  return changes.length === 0 || (theirs.length === 0 && conflicts.length === 0);
}

/** The undo stack of the page. */
interface History {
  readonly past: readonly Plan[];
  readonly now: Plan;
  readonly future: readonly Plan[];
  /** Edits of the same run, such as a window that is moved by a held key, are one step. */
  readonly run: string | null;
}

const MAX_STEPS = 200;

function startHistory(now: Plan): History {
  return { past: [], now, future: [], run: null };
}

function pushEdit(history: History, now: Plan, run: string | null = null): History {
  const isSame = run !== null && run === history.run;
  const past = isSame ? history.past : [...history.past, history.now].slice(-MAX_STEPS);
  return { past, now, future: [], run };
}

function undoEdit({ past, now, future }: History): History | null {
  const step = past.at(-1);
  if (step === undefined) return null;
  return { past: past.slice(0, -1), now: step, future: [...future, now], run: null };
}

function redoEdit({ past, now, future }: History): History | null {
  const step = future.at(-1);
  if (step === undefined) return null;
  return { past: [...past, now], now: step, future: future.slice(0, -1), run: null };
}

const stored = z.object({ site: z.string(), base: calendarSchema, edited: calendarSchema });

/** The unsaved plan of this tab, and the calendar that it is based on. */
interface Draft {
  readonly base: BusinessCalendar;
  readonly plan: Plan;
}

function storeDraft(siteId: bigint, base: BusinessCalendar, plan: Plan): void {
  const edited = { ...base, ...bodyOf(plan, true) };
  storage.tab.set(SITE_KEYS.hoursDraft, JSON.stringify({ site: siteId.toString(), base, edited }));
}

export function removeDraft(): void {
  storage.tab.remove(SITE_KEYS.hoursDraft);
}

function loadDraft(siteId: bigint): Draft | null {
  try {
    const { data } = stored.safeParse(JSON.parse(storage.tab.get(SITE_KEYS.hoursDraft) ?? 'null'));
    return data?.site === siteId.toString() ? { base: data.base, plan: planOf(data.edited) } : null;
  } catch {
    return null;
  }
}
