import { messages as page } from './messages.ts';
import { useShownWindow } from './queries.ts';
import { filtersOf, withFilter, type CsatSearch, type GoTo } from './search.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';

const texts = page.noAnswers;

interface NoAnswersProps<Search extends CsatSearch> {
  readonly search: Search;
  readonly go: GoTo<Search>;
  /** Filters may be why. */
  readonly isFiltered: boolean;
}

/** Nothing to list, and what to do instead: take filters away, else look at more days. */
export function NoAnswers<Search extends CsatSearch>({ search, go, isFiltered }: NoAnswersProps<Search>) {
  const { days } = useShownWindow(search);
  if (isFiltered)
    return (
      <EmptyBlock
        icon="search"
        title={texts.none}
        text={texts.noneText}
        action={<Button onClick={() => go(withoutFilters(search), { replace: true })}>{texts.clear}</Button>}
      />
    );
  const longer = days < 90 ? 90 : days < 365 ? 365 : null;
  return (
    <EmptyBlock
      icon="star"
      title={texts.empty(page.days(days))}
      text={texts.emptyText}
      action={
        longer === null ? undefined : (
          <Button onClick={() => go({ ...search, days: longer, from: undefined, to: undefined }, { replace: false })}>
            {longer === 90 ? texts.longer : texts.year}
          </Button>
        )
      }
    />
  );
}

/** The address without what narrows its answers. */
function withoutFilters<Search extends CsatSearch>(search: Search): Search {
  const shared = filtersOf(search).reduce<CsatSearch>((next, { split }) => withFilter(next, split, undefined), search);
  return { ...search, ...shared, score: undefined, review: undefined, q: undefined, skip: undefined };
}
