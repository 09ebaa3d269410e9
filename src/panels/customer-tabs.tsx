import { usePathname } from '#src/browser/use-address.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { PageTabs } from './page-parts.tsx';

const messages = defineMessages({
  label: 'Customers and visitors',
  customers: 'All customers',
  visitors: 'Visitors',
});

/** The tabs of the customers' page: customers, and visitors of the website, who may be unknown. */
export function CustomerTabs() {
  // An open customer is a part of the list's page.
  const exact = usePathname().startsWith('/customers/visitors');
  return (
    <PageTabs
      label={messages.label}
      tabs={[
        { label: messages.customers, link: { to: '/customers', activeOptions: { exact, includeSearch: false } } },
        { label: messages.visitors, link: { to: '/customers/visitors' } },
      ]}
    />
  );
}
