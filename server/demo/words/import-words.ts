/** What the desk brought along from the system before this one, as lines of an import. */
export const ARTICLES: readonly object[] = [
  ['charge', 'How to charge the battery', 'Charge it at room temperature. Four and a half hours from empty to full.'],
  ['e14', 'Error E14: speed sensor', 'The magnet on the spoke must pass the sensor at less than 15 mm.'],
  ['e21', 'Error E21 on the display', 'Update the display in the app, then switch off and on once.'],
  ['frame-number', 'Where is the frame number?', 'Under the bottom bracket, eight signs that begin with LU.'],
  ['returns', 'Returning a part', 'Within 30 days, unused. The label is in the account under Orders.'],
  ['sizes', 'Which frame size fits?', 'Measure the inside of the leg: S below 76 cm, M up to 84 cm, L above.'],
  ['winter', 'Riding in winter', 'Keep the battery indoors. Clean and oil the chain every other week.'],
  ['lock', 'Ordering a spare key', 'With the number of the key card. It takes two days and costs 18 euros.'],
  ['fold', 'Folding the Fold One', 'Stem first, then the frame, then the pedals. It takes ten seconds.'],
  ['warranty', 'Warranty', 'Two years on parts, ten on the frame, from the day of delivery.'],
  ['stolen', 'What to do after a theft', 'Report it to the police, then send us the frame number.'],
  ['tracker', 'Switching the tracker on', 'In the app under Bike, Safety. The battery must be above 10 %.'],
].map(([external_id, title, body]) => ({ external_id: `kb-${external_id}`, title, body }));

export const MACROS: readonly object[] = [
  ['ask-serial', 'Ask for the serial number', 'Could you send me the number under the bottom bracket, please?'],
  ['ask-photo', 'Ask for a photo', 'A photo of it would help me a lot. Daylight is best.'],
  ['book-slot', 'Offer a workshop slot', 'We have a slot on Thursday at 10:00. Shall I book it for you?'],
  ['parcel', 'Parcel is on its way', 'Your parcel has left us. The tracking link works from tonight on.'],
  ['refund', 'Refund is booked', 'The money is on its way, the same way that you paid. It takes five working days.'],
  ['bye', 'Close after a week', 'I close this for now. Write again at any time and it opens by itself.'],
].map(([external_id, name, body]) => ({ external_id: `macro-${external_id}`, name, body }));

/** Lines that did not fit: the system before had articles without a title. */
export const BROKEN_ARTICLES: readonly object[] = [
  { external_id: 'kb-draft-1', title: '', body: 'Draft' },
  { external_id: 'kb-draft-2', body: 'Draft' },
];
