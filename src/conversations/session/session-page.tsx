import type { SessionSearch } from '#src/conversations/search.ts';

interface SessionPageProps {
  readonly id: string;
  readonly search: SessionSearch;
  readonly go: (next: SessionSearch) => void;
}

export function SessionPage(_props: SessionPageProps) {
  return null;
}
