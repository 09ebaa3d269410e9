import type { Topic } from './topic.ts';

/** Orders, parcels, money. */
export const ORDER_TOPICS: readonly Topic[] = [
  {
    key: 'delivery-date',
    weight: 10,
    tags: ['shipping'],
    priorities: { normal: 7, low: 3, high: 1 },
    subjects: [
      'When will order {order} be delivered?',
      'No news about my {bike} since the order',
      'Delivery window for {order}',
      'Tracking of {order} has not moved for days',
    ],
    openings: [
      'Good day, I ordered a {bike} under {order} and the confirmation said ten working days. That was two weeks ago. Could you tell me where it is?',
      'Hi, the tracking page of {order} still says "label created". I need to be at home for the delivery, so a date would help a lot.',
      'Hello, is there any news about my {bike}? I have already sold my old bike and take the bus until yours arrives.',
    ],
    questions: [
      'Hello {first}, thank you for waiting. I asked the warehouse and they need to know one thing: may the carrier leave the box with a neighbour?',
      'Hi {first}, I found your order. Is the address in {city} still right? Then I will book the next free delivery slot.',
    ],
    answers: [
      'Yes, leaving it with the neighbour is fine. They know about it.',
      'The address is right. Any day after three in the afternoon works for me.',
    ],
    solutions: [
      'Your {bike} leaves our warehouse tomorrow morning, and the carrier will send you a two-hour window the evening before it arrives. Have a good first ride!',
      'Done: the delivery is booked and the tracking link in your email will work from tonight. Sorry for not getting back to you sooner.',
    ],
  },
  {
    key: 'change-address',
    weight: 5,
    tags: ['shipping', 'change'],
    priorities: { high: 4, normal: 5 },
    subjects: [
      'Please change the delivery address of {order}',
      'Moving house before {order} arrives',
      'Wrong house number on {order}',
    ],
    openings: [
      'I typed the wrong house number when I ordered ({order}). Can you still change it before it goes out?',
      'We move to {city} at the end of the month and {order} will come after that. How do I give you the new address?',
    ],
    questions: [
      'No problem, {first}. Which address should it be, and can a twelve-metre lorry get there?',
      'Happy to change it. Please send me the full new address and the name on the doorbell.',
    ],
    answers: [
      'It is Lindenweg 14, second courtyard, the name on the bell is mine. A lorry can get as far as the gate.',
      'New address: Am Alten Hafen 3, 2nd floor, {city}. The street is wide enough.',
    ],
    solutions: [
      'The address is changed and the carrier has confirmed it. You will see it on the tracking page within the hour.',
      'Changed, thank you. The parcel had not left yet, so the delivery date stays as it is.',
    ],
  },
  {
    key: 'missing-part',
    weight: 7,
    tags: ['shipping', 'parts'],
    priorities: { normal: 6, high: 3 },
    subjects: [
      '{part} missing from the box of {order}',
      'Order {order} arrived incomplete',
      'The box of my {bike} came without the {part}',
    ],
    openings: [
      'The {bike} arrived today and looks great, but the {part} is not in the box. It is on the delivery note of {order}.',
      'I unpacked everything twice: no {part}. The box was closed with your tape, so I think it was forgotten.',
    ],
    questions: [
      'That should not happen, {first}. Could you send me a photo of the label on the side of the box? It tells us who packed it.',
      'I am sorry. Was the inner box with the tools sealed when you opened it?',
    ],
    answers: [
      'The label says P-17, line 2. I have a photo if you need it.',
      'The inner box was sealed, the tools and the manual were in it, nothing else.',
    ],
    solutions: [
      'A new {part} went out today by express, free of charge of course. You do not need to send anything back.',
      'I have sent the {part} to you, it arrives within two working days. Thank you for checking so carefully.',
    ],
  },
  {
    key: 'double-charge',
    weight: 4,
    tags: ['billing', 'refund'],
    priorities: { high: 6, urgent: 1, normal: 3 },
    subjects: [
      'My card was charged twice for {order}',
      'Service plan billed twice this month',
      'Two payments for one order ({order})',
    ],
    openings: [
      'My bank shows two payments to Lumen Cycles on the same day, but I placed only one order, {order}. Please refund one of them.',
      'I pay for the service plan by the month, and this month I was charged twice. What happened?',
    ],
    questions: [
      'Hello {first}, that is annoying. Could you tell me the last four digits of the card and the two dates? Never send the whole number, please.',
      'I see one payment booked and one reserved. Does your bank call the second one "pending"?',
    ],
    answers: ['The digits are 4471, both on the 3rd.', 'Yes, the second one has been pending for four days.'],
    solutions: [
      'The second payment is on its way back, banks need three to five working days to show it. You will get a confirmation by email.',
      'The reservation has been released on our side. It disappears from your account within five working days.',
    ],
  },
  {
    key: 'invoice',
    weight: 6,
    tags: ['billing'],
    priorities: { low: 4, normal: 6 },
    subjects: [
      'Invoice for {order} with our VAT number',
      'Receipt for the leasing company',
      'VAT number is missing on the invoice',
      'Invoice without frame number',
    ],
    openings: [
      'Could you issue the invoice for {order} again with our VAT number? Our accounts department does not accept it without one.',
      'The leasing company asks for an invoice that shows the frame number. The one I have ({order}) does not.',
    ],
    questions: [
      'Of course. Please send me the number and the exact company name as they should appear.',
      'I can do that. Which address does the leasing company want to see, yours or theirs?',
    ],
    answers: [
      'Name and number are in our signature below, the address stays.',
      'Theirs please, it is in the form that I filled in with the order.',
    ],
    solutions: [
      'The corrected invoice is in your inbox, and the old one is cancelled. Have a nice day.',
      'Here you go: the invoice now shows frame {serial} and the address you asked for.',
    ],
  },
  {
    key: 'cancel-order',
    weight: 4,
    tags: ['refund', 'change'],
    priorities: { normal: 6, high: 2 },
    subjects: ['I would like to cancel {order}', 'Cancellation of a pre-order', 'Changed my mind about the {bike}'],
    openings: [
      'Please cancel {order}. The bike is great but my employer now offers leasing and I have to order through them.',
      'I pre-ordered a {bike} in spring, and the date has moved twice. I would rather have my deposit back.',
    ],
    questions: [
      'Sorry to hear that, {first}, but no problem. Shall I send the money back to the card you paid with?',
      'I understand. One offer before I cancel: a {bike} in another colour could leave this week. Would that help?',
    ],
    answers: ['Yes please, the same card.', 'Thank you, but no. Please cancel it.'],
    solutions: [
      'Your order is cancelled and the money is on its way. We hope to see you again one day.',
      'Cancelled as you asked. The refund takes up to five working days.',
    ],
  },
  {
    key: 'return',
    weight: 5,
    tags: ['refund', 'shipping'],
    priorities: { normal: 7, low: 2 },
    subjects: [
      'How do I send back the {part}?',
      'Return of {order} within 30 days',
      'The {part} does not fit, return label please',
    ],
    openings: [
      'The {part} from {order} does not fit my bike after all. It is unused. How do I get a return label?',
      'I tried the {bike} for a week and the frame is too large for me. How does the return work, and who packs it?',
    ],
    questions: [
      'Sure. Is the packaging still there, or shall we send you a box?',
      'Would a smaller frame help, or would you rather have the money back?',
    ],
    answers: ['The packaging is here, a label is enough.', 'A smaller frame would be my first choice if you have one.'],
    solutions: [
      'The label is attached. As soon as the parcel is scanned, we will issue the refund.',
      'We will swap it: the driver brings the smaller one and takes the other one back. You do not have to pack anything.',
    ],
  },
  {
    key: 'discount',
    weight: 3,
    tags: ['presales', 'billing'],
    priorities: { low: 7, normal: 3 },
    subjects: [
      'Voucher code is refused at the checkout',
      'Student discount on a {bike}?',
      'Newsletter discount not accepted for my basket',
    ],
    openings: [
      'The code from your newsletter is refused with "not valid for this basket". I only have a {part} in it.',
      'Do you offer a discount for students? I would like to buy a {bike} before the term begins.',
    ],
    questions: [
      'Which code do you use, and in which country do you order?',
      'We do, for most models. Could you send me proof of enrolment for this term?',
    ],
    answers: ['It begins with SPRING and I order from {city}.', 'It is attached.'],
    solutions: [
      'I have added the discount to your account by hand. Just order with the same email address.',
      'Here is a personal code, which is valid for two weeks. Enjoy the ride to your lectures!',
    ],
  },
];
