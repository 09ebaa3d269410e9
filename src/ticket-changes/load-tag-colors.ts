import { QueryObserver } from '@tanstack/react-query';
import { queryClient } from '#src/api/query-client.ts';
import { allTagsInBackground, type AllTags } from './all-tags.ts';

/** Tells the colours by the name in small letters, now and after every change. Answers what ends it. */
export function watchTagColors(tell: (colors: ReadonlyMap<string, number>) => void): () => void {
  const observer = new QueryObserver(queryClient, allTagsInBackground);
  const { data } = observer.getCurrentResult();
  if (data !== undefined) tell(colorsOf(data));
  return observer.subscribe((result) => result.data !== undefined && tell(colorsOf(result.data)));
}

function colorsOf({ tags }: AllTags): ReadonlyMap<string, number> {
  return new Map(tags.flatMap(({ name, color }) => (color === null ? [] : [[name.toLowerCase(), color] as const])));
}
