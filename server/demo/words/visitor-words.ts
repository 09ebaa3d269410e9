import type { PlainValues } from '#contract/visitors.ts';

/** An event of a visitor on the pages of the shop. */
export interface VisitorDeed {
  readonly event: string;
  readonly weight: number;
  readonly properties: readonly PlainValues[];
}

export const VISITOR_DEEDS: readonly VisitorDeed[] = [
  {
    event: 'page_viewed',
    weight: 12,
    properties: [
      { path: '/bikes' },
      { path: '/bikes/aurora-city' },
      { path: '/service' },
      { path: '/faq', lang: 'de' },
    ],
  },
  {
    event: 'bike_configured',
    weight: 4,
    properties: [
      { bike: 'Aurora City', frame: 'M', colour: 'fir green', price_eur: 3490 },
      { bike: 'Haul Cargo', frame: 'one size', colour: 'sand', price_eur: 5290 },
      { bike: 'Fold One', frame: 'one size', colour: 'night blue', price_eur: 2190.5 },
    ],
  },
  {
    event: 'cart_added',
    weight: 4,
    properties: [
      { sku: 'LC-CHARGER-4A', quantity: 1 },
      { sku: 'LC-REARLIGHT', quantity: 2 },
      { sku: 'AURORA-M', quantity: 1 },
    ],
  },
  {
    event: 'manual_opened',
    weight: 5,
    properties: [{ manual: 'display' }, { manual: 'brakes', page: 12 }, { manual: 'battery', page: 3 }],
  },
  { event: 'test_ride_booked', weight: 2, properties: [{ town: 'Bremen' }, { town: 'Leipzig', with_child: true }] },
  { event: 'newsletter_signed_up', weight: 1, properties: [{}] },
];

export const SEGMENTS = [
  { name: 'Ready to buy', event: 'cart_added', min_count: 2, within_days: 30 },
  { name: 'Reads the manual', event: 'manual_opened', min_count: 2, within_days: 60 },
  { name: 'Test riders', event: 'test_ride_booked', min_count: 1, within_days: 90 },
] as const;
