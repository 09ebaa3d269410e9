import { createFileRoute, redirect } from '@tanstack/react-router';
import { sessionState } from '#src/session/session-store.ts';
import { safeNext } from '#src/sign-in/next-path.ts';
import { SignInPage } from '#src/sign-in/sign-in-page.tsx';
import { startToken } from '#src/sign-in/start-link.ts';

interface SignInSearch {
  /** A path of this origin; `/` does not stand in the address. */
  readonly next?: string | undefined;
}

export const Route = createFileRoute('/sign-in')({
  // The router lays the answer over the raw parameters: a `next` that is left out would stay as it was written.
  validateSearch: (search: Record<string, unknown>): SignInSearch => {
    const next = safeNext(search['next']);
    return { next: next === '/' ? undefined : next };
  },
  beforeLoad: ({ search }) => {
    // A start link enters with its own token, whoever is signed in.
    if (sessionState().phase === 'in' && startToken() === null)
      throw redirect({ to: search.next ?? '/', replace: true });
  },
  component: SignIn,
});

function SignIn() {
  const { next } = Route.useSearch();
  return <SignInPage next={next ?? '/'} />;
}
