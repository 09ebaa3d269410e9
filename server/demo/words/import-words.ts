/** Articles and macros of the earlier system, as lines of an import. */
export const ARTICLES: readonly object[] = [
  ['charge', 'How to charge the battery', 'Charge it at room temperature. Four and a half hours from empty to full.'],
  ['e14', 'Error E14: speed sensor', 'The magnet on the spoke must pass within 15 mm of the sensor.'],
  ['e21', 'Error E21 on the display', 'Update the display in the app, then switch it off and on once.'],
  ['frame-number', 'Where is the frame number?', 'Under the bottom bracket: eight characters that begin with LU.'],
  ['returns', 'Returning a part', 'Within 30 days, unused. The label is in the account under Orders.'],
  ['sizes', 'Which frame size fits?', 'Measure your inside leg: S below 76 cm, M up to 84 cm, L above.'],
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
  ['parcel', 'Parcel is on its way', 'Your parcel is on its way. The tracking link will work from tonight.'],
  ['refund', 'Refund issued', 'The money is on its way, by the same method you paid with. It takes five working days.'],
  ['bye', 'Close after a week', 'I am closing this for now. Write to us again at any time and it will reopen.'],
].map(([external_id, name, body]) => ({ external_id: `macro-${external_id}`, name, body }));

/** Refused lines: the earlier system had articles without a title. */
export const BROKEN_ARTICLES: readonly object[] = [
  { external_id: 'kb-draft-1', title: '', body: 'Draft' },
  { external_id: 'kb-draft-2', body: 'Draft' },
];
