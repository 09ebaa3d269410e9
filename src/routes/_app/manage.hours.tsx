import { createFileRoute, Outlet } from '@tanstack/react-router';
import { rememberFirstCalls } from '#src/api/early-calls.ts';
import { HoursView } from '#src/hours/hours-view.tsx';
import { calendarOptions } from '#src/hours/queries.ts';

export const Route = createFileRoute('/_app/manage/hours')({
  // Begun and not waited for: the page asks for the same and shows how far it is.
  loader: ({ cause, location, context: { queryClient } }) => {
    if (cause === 'stay') return;
    const calendar = calendarOptions();
    rememberFirstCalls(location, calendar);
    void queryClient.prefetchQuery(calendar);
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
