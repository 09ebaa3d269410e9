import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  savePersonalPreferences,
  personalPreferences,
  type PersonalPreferences,
} from '#src/api/personal-preferences.ts';
import { queryClient } from '#src/api/query-client.ts';
import { showFailure } from '#src/api/write.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { tagColors, type TagColors } from './all-tags.ts';
import { messages } from './row-messages.ts';

/** The numbers of the starred tickets, the newest star first, each with the second in which it was set. */
export type Stars = ReadonlyMap<number, number>;

/** A list of more would be refused by the filter that shows it. */
export const MAX_STARS = 200;
/** Each star has a name of its own, so that stars set in two places at once both stay. */
const PREFIX = 'star:';

const NO_STARS: Stars = new Map();

export function useStars(enabled = true): Stars {
  return useQuery({ ...personalPreferences(), select: starsIn, enabled }).data ?? NO_STARS;
}

/** Sets the star of a ticket or takes it away. */
export async function toggleStar(ticketNumber: number): Promise<void> {
  const number = String(ticketNumber);
  try {
    await queryClient.ensureQueryData(personalPreferences());
    await savePersonalPreferences((values) => {
      const stars = starsIn(values);
      const isOn = !stars.has(ticketNumber);
      if (isOn && stars.size >= MAX_STARS) {
        toast({ kind: 'info', text: messages.max(MAX_STARS) });
        return {};
      }
      announce(isOn ? messages.starred(number) : messages.unstarred(number));
      return { [PREFIX + ticketNumber]: isOn ? Math.floor(Date.now() / 1000) : null };
    });
  } catch (error) {
    showFailure(error, (why) => messages.notStarred(number, why));
  }
}

function starsIn(values: PersonalPreferences): Stars {
  const found = Object.entries(values).flatMap(([key, value]): [number, number][] =>
    /^star:[0-9]{1,9}$/.test(key) && typeof value === 'number' ? [[Number(key.slice(PREFIX.length)), value]] : [],
  );
  return new Map(found.toSorted(([, a], [, b]) => b - a).slice(0, MAX_STARS));
}

interface ReadMarksProps {
  readonly onMarks: (marks: { readonly stars: Stars; readonly colors: TagColors | undefined }) => void;
}

/** One query for the stars and one for the colours, however many rows ask. */
export function ReadMarks({ onMarks }: ReadMarksProps) {
  const stars = useStars();
  const colors = useQuery(tagColors).data;
  useEffect(() => onMarks({ stars, colors }), [stars, colors, onMarks]);
  return null;
}
