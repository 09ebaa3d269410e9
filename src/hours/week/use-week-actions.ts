import { messages } from '#src/hours/messages.ts';
import { dayName } from '#src/hours/model/describe.ts';
import { copyDay, tidyWeek, type Span } from '#src/hours/model/week.ts';
import { useEditor } from '#src/hours/use-editor.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';

export interface WeekActions {
  /** Puts another week in place and answers it; windows that touch become one, and that is said. */
  readonly change: (week: readonly Span[], label: string, run?: string) => readonly Span[];
  readonly copy: (day: number, to: readonly number[]) => void;
}

export function useWeekActions(): WeekActions {
  const { plan, edit } = useEditor();
  const change: WeekActions['change'] = (week, label, run) => {
    const tidy = tidyWeek(week);
    edit({ ...plan, week: tidy.week }, label, run);
    if (tidy.isMerged) toast({ kind: 'info', text: messages.grid.merged });
    return tidy.week;
  };
  return {
    change,
    copy: (day, to) => {
      const label = messages.edits.copy(dayName(day));
      change(copyDay(plan.week, day, to), label);
      announce(label);
    },
  };
}
