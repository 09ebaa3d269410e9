import { createFileRoute, redirect } from '@tanstack/react-router';
import { sessionState } from '#src/session/session-store.ts';
import { signInSearch } from '#src/sign-in/require-session.ts';
import { SignInPage } from '#src/sign-in/sign-in-page.tsx';
import { startToken } from '#src/sign-in/start-link.ts';

export const Route = createFileRoute('/sign-in')({
  validateSearch: signInSearch,
  beforeLoad: ({ search }) => {
    // A start link enters with its own token, also over a session.
    if (sessionState().phase === 'in' && startToken() === null)
      throw redirect({ to: search.next ?? '/', replace: true });
  },
  component: SignIn,
});

function SignIn() {
  const { next } = Route.useSearch();
  return <SignInPage next={next ?? '/'} />;
}
