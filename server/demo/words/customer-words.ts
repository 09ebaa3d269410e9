import type { Channel } from '#contract/customers.ts';

/** Notes about customers. */
export const CUSTOMER_NOTES = [
  'Calls in the evening only; works shifts at the harbour.',
  'Rides 40 km to work each day: wear comes twice as fast as usual.',
  'Prefers German on the phone and English in writing.',
  'Has two Aurora City on one account, frames ending in 118 and 402.',
  'Asked not to be called. Messages are fine.',
  'Great to deal with. Sent photos before we asked.',
  'Paid for the new display herself although it was a warranty case. Offer a free service next spring.',
  'Moved in summer: the address on old invoices is wrong.',
  'Bike was bought second-hand; the first owner’s invoice is attached to the first ticket.',
  'Allergic to the solvent that the workshop uses. Hand the bike over outside.',
  'Wants a loan bike each time. Ask before booking.',
  'Réservé aux rendez-vous du samedi matin.',
] as const;

export const BLOCK_REASON =
  'Blocked after the third message with threats against the workshop team. Talked it over with the site lead. Look at it again in January.';

export interface WrittenCustomer {
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly handles: readonly { readonly channel: Channel; readonly id: string; readonly shown: string | null }[];
}

/** Partners whom the desk added by hand, each with the phone as printed on their card. */
export const WRITTEN_CUSTOMERS: readonly WrittenCustomer[] = [
  {
    name: 'Radhaus Werkstatt',
    email: 'werkstatt@radhaus.example',
    phone: '0049 30.23125.914',
    handles: [
      { channel: 'whatsapp', id: '+493023125914', shown: 'Radhaus' },
      { channel: 'email', id: 'lager@radhaus.example', shown: null },
      { channel: 'instagram', id: '17841400023914', shown: '@radhaus.berlin' },
    ],
  },
  {
    name: 'Harbour Bike Hire',
    email: 'fleet@harbour-hire.example',
    phone: '+44 (20) 7946-0918',
    handles: [
      { channel: 'messenger', id: 'harbour.hire', shown: 'Harbour Bike Hire' },
      { channel: 'sms', id: '+442079460918', shown: '+44 (20) 7946-0918' },
    ],
  },
  {
    name: 'Atelier Vélo Nantes',
    email: 'bonjour@atelier-velo.example',
    phone: '0033 6.39.98.91.18',
    handles: [{ channel: 'whatsapp', id: '+33639989118', shown: 'Atelier Vélo' }],
  },
  { name: 'Oakwood Primary School', email: 'office@oakwood-school.example', phone: null, handles: [] },
  { name: 'Jo from the ferry', email: null, phone: '+44 7700-900 961', handles: [] },
];
