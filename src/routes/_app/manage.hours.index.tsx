import { createFileRoute } from '@tanstack/react-router';
import { WeekTab } from '#src/hours/week/week-tab.tsx';
import { defineSearch } from '#src/browser/define-search.ts';

export const Route = createFileRoute('/_app/manage/hours/')({ validateSearch: defineSearch({}), component: WeekTab });
