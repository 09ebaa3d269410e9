import { useQueryClient } from '@tanstack/react-query';
import { calendar as calendarSchema, getBusinessCalendar, type BusinessCalendar } from '#contract/calendar.ts';
import { updateBusinessCalendar } from '#contract/calendar-write.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { inverse, useAction, write } from '#src/api/write.ts';
import { messages } from './messages.ts';
import { changedParts } from './model/merge-plans.ts';
import { bodyOf, planOf } from './model/plan.ts';
import { calendarOptions } from './queries.ts';
import type { Editor } from './use-editor.ts';

const texts = messages.save;

/** Saves all changes by one call, with the version that they were made upon. @param onConflict another person saved before */
export function useSave({ saved, plan, provided, rebase }: Editor, onConflict: () => void) {
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
    // Without versions only a look can tell.
    if (saved.version === undefined) {
      const current = await call(getBusinessCalendar, {});
      if (changedParts(planOf(saved), planOf(current)).length > 0) return refuse(current);
    }
    try {
      return await write(updateBusinessCalendar, { body: { ...bodyOf(plan, provided), ...versionOf(saved) } });
    } catch (error) {
      const current = currentOf(error);
      if (current === null) throw error;
      return refuse(current);
    }
  }

  async function save(): Promise<void> {
    const reply = await act(send, {
      failed: texts.failed,
      undo: (after) => ({
        text: texts.saved,
        undo: inverse(
          updateBusinessCalendar,
          { body: { ...bodyOf(planOf(saved), provided), ...versionOf(after) } },
          { failed: texts.notRestored, done: texts.restored },
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
