import { createFileRoute, Outlet } from '@tanstack/react-router';
import { HoursView } from '#src/hours/hours-view.tsx';
import { calendarOptions } from '#src/hours/use-editor.ts';

export const Route = createFileRoute('/_app/manage/hours')({
  // Not awaited: the page runs the same queries and shows their progress.
  loader: ({ cause, context: { queryClient } }) => {
    if (cause === 'stay') return;
    void queryClient.prefetchQuery(calendarOptions());
  },
  component: Page,
  codeSplitGroupings: [['loader', 'component']],
});

function Page() {
  return (
    <HoursView>
      <Outlet />
    </HoursView>
  );
}
