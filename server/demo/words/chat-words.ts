/** A question to the bot. The first spelling is the one that most visitors use. */
export interface ChatTopic {
  readonly key: string;
  readonly weight: number;
  readonly questions: readonly string[];
  readonly answers: readonly string[];
  readonly more: readonly string[];
  readonly moreAnswers: readonly string[];
  /** Why the bot gives up, if it does. */
  readonly reason: string;
}

export const CHAT_TOPICS: readonly ChatTopic[] = [
  {
    key: 'order',
    weight: 12,
    questions: [
      'Where is my order?',
      'where is my order?',
      'Where  is my order?',
      'Has my bike left the warehouse yet?',
    ],
    answers: [
      'I can look that up. The number begins with LC and is in your confirmation email.',
      'Most bikes leave our warehouse ten working days after the order. With the number I can tell you the exact day.',
    ],
    more: ['It has said "label created" since Monday.', 'I have no email, only the invoice.'],
    moreAnswers: [
      'That means that the carrier has not scanned it yet. It will be picked up on the next working day.',
      'The number is also at the top right of the invoice, under the date.',
    ],
    reason: 'Asks for the state of an order that the bot cannot see',
  },
  {
    key: 'hours',
    weight: 9,
    questions: ['When are you open?', 'when are you open', 'Is the workshop open on Saturday?'],
    answers: [
      'The workshop is open Monday to Friday from 9:00 to 18:00 and on Saturday from 9:30 to 13:00.',
      'Yes: on Saturdays from 9:30 to 13:00. On public holidays we are closed.',
    ],
    more: ['And without an appointment?', 'Also in winter?'],
    moreAnswers: ['For a flat tyre, just come by. For everything else, please book a slot.', 'Yes, all year round.'],
    reason: 'Wants an appointment on a certain day',
  },
  {
    key: 'e14',
    weight: 8,
    questions: ['What does error E14 mean?', 'what does error E14 mean?', 'Display shows E14'],
    answers: [
      'E14 is the speed sensor: the magnet on a spoke has moved. It must pass within 15 mm of the sensor.',
      'That code is about the speed sensor. Turn the magnet on the rear wheel back to the mark on the frame.',
    ],
    more: ['I did that, it is still there.', 'Which magnet?'],
    moreAnswers: [
      'Then the sensor cable may be loose. Please switch the bike off, plug the cable in again and switch it back on.',
      'The small black one on a spoke of the rear wheel, on the left side.',
    ],
    reason: 'Error E14 remains after all the steps',
  },
  {
    key: 'battery',
    weight: 8,
    questions: ['How far can I ride with one charge?', 'How long does the battery take to charge?'],
    answers: [
      'About 80 km in the city, more like 55 with wind and hills. The display learns from your recent rides.',
      'From empty to full in four and a half hours; the first 80 % take two and a half.',
    ],
    more: ['Mine does only 30 km since it got cold.', 'May I leave it plugged in?'],
    moreAnswers: [
      'Below 5 °C a battery gives less. Keep it indoors overnight and put it in just before you leave.',
      'Yes, it stops by itself. If you store it for weeks, 60 % is best.',
    ],
    reason: 'Range far below what was promised',
  },
  {
    key: 'return',
    weight: 6,
    questions: ['How do I return a part?', 'How do I return a part', 'Can I send my order back?'],
    answers: [
      'Within 30 days, unused. The label is in your account under Orders; drop the parcel at any shop of the carrier.',
      'Yes, within 30 days. Open the order in your account and choose "Return".',
    ],
    more: ['I do not have an account.', 'When do I get the money?'],
    moreAnswers: [
      'No problem: tell us your order number and address, and we will send you the label.',
      'Five working days after the parcel reaches us, by the same method you paid with.',
    ],
    reason: 'Return after the 30 days',
  },
  {
    key: 'size',
    weight: 6,
    questions: ['Which frame size do I need?', 'which frame size do i need?'],
    answers: [
      'Measure your inside leg: below 76 cm take S, up to 84 cm M, above that L. The Fold One comes in one size.',
    ],
    more: ['I am right between M and L.', 'Is that true for the Haul Cargo too?'],
    moreAnswers: [
      'For long rides take the larger one, for city traffic the smaller one. A test ride will tell you within five minutes.',
      'The Haul Cargo fits riders from 1.55 m to 1.95 m: you only move the saddle.',
    ],
    reason: 'Wants advice from a person',
  },
  {
    key: 'testride',
    weight: 5,
    questions: ['Can I book a test ride?', 'can I book a test ride'],
    answers: [
      'Of course! In Bremen and Leipzig on any working day, elsewhere when our van is in town. Which town would it be?',
    ],
    more: ['Bremen, on Friday afternoon.', 'With the cargo bike and two children?'],
    moreAnswers: [
      'Friday at 15:30 is free. You will get an email with the address. Please bring an ID card.',
      'Yes, we have seat belts and helmets for both of them.',
    ],
    reason: 'Books a test ride',
  },
  {
    key: 'key',
    weight: 4,
    questions: ['I lost the key to my lock', 'I lost my key'],
    answers: ['With the number from the key card, we can cut a new one within two days. Do you have the card?'],
    more: ['The card was in the bag that I lost.', 'What does it cost?'],
    moreAnswers: [
      'Then we have to replace the lock cylinder, which the workshop can do while you wait.',
      '18 euros each.',
    ],
    reason: 'Key card is lost as well',
  },
  {
    key: 'invoice',
    weight: 4,
    questions: ['I need an invoice', 'I need an invoice for my insurance'],
    answers: ['You can find all invoices in your account under Orders, as PDF files.'],
    more: ['It has the wrong company on it.', 'I bought it in a shop.'],
    moreAnswers: ['My colleagues can change the address on an invoice.', 'Then please ask that shop.'],
    reason: 'Correction of an invoice',
  },
  {
    key: 'stolen',
    weight: 3,
    questions: ['My bike was stolen', 'my bike was stolen!'],
    answers: ['I am sorry. Please report it to the police first. We will then mark the frame number as stolen.'],
    more: ['I have the report. What now?', 'Can you see where it is?'],
    moreAnswers: ['Thank you, a colleague will take it from here.', 'Only if the tracker was switched on in the app.'],
    reason: 'Theft',
  },
];

export const CHAT_STARTERS = [
  { text: 'Where is my order?', locale: 'en' },
  { text: 'When are you open?', locale: 'en' },
  { text: 'Which frame size do I need?', locale: 'en' },
  { text: 'Can I book a test ride?', locale: 'en' },
  { text: 'Wo ist meine Bestellung?', locale: 'de' },
] as const;

export const WANTS_A_PERSON = [
  'I want to talk to a person.',
  'Can someone call me?',
  'This does not help me.',
] as const;
export const HANDING_OVER =
  'Of course. I have passed everything you wrote on to my colleagues. One of them will be with you shortly.';
export const AGENT_GREETINGS = [
  'Hello, I have read what you wrote above. Give me a minute while I look into it.',
  'Hi, thanks for waiting! I am looking into it now.',
] as const;
