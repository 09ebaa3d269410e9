import { createFileRoute } from '@tanstack/react-router';
import { ContactPage } from '#src/customers/lookup/contact-page.tsx';

export const Route = createFileRoute('/_app/customers/by-{$kind}/$contact')({
  component: Page,
  codeSplitGroupings: [['loader', 'component']],
});

function Page() {
  const { kind, contact } = Route.useParams();
  const list = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ContactPage
      key={contact}
      kind={kind === 'phone' ? kind : 'email'}
      text={contact}
      list={list}
      onFound={(id, search) => void navigate({ to: '/customers/$id', params: { id }, search, replace: true })}
    />
  );
}
