import type { Topic } from './topic.ts';

/** The app, questions before buying, and everything else. */
export const RIDING_TOPICS: readonly Topic[] = [
  {
    key: 'app-pairing',
    weight: 8,
    tags: ['app'],
    priorities: { normal: 7, high: 2 },
    subjects: ['App does not find the {bike}', 'Bluetooth drops after a minute', 'New phone, bike no longer connects'],
    openings: [
      'I have a new phone and the app no longer finds my {bike}. The old phone is gone, so I cannot unpair it there.',
      'The app connects for a minute and loses the bike again. Deleted, installed, restarted, same thing.',
    ],
    questions: [
      'I can unpair it from here. Please send me the serial number and the email address of the account.',
      'Which phone and which version of the app do you use? It is under Settings, About.',
    ],
    answers: ['Serial number {serial}, the address is this one.', 'Version 8.2, the phone is three years old.'],
    solutions: [
      'I have unpaired the bike from the old phone. Open the app, Add bike, and hold the phone next to the display.',
      'Version 8.3 fixes exactly that and has been in the app stores since today. Please update, and tell us if it still happens.',
    ],
  },
  {
    key: 'app-login',
    weight: 4,
    tags: ['app', 'account'],
    priorities: { normal: 7, low: 2 },
    subjects: [
      'Cannot sign in to the app',
      'Change the email address of my account',
      'Email with the sign-in link never arrives',
    ],
    openings: [
      'The email with the sign-in link never arrives. It is not in the spam folder either.',
      'I am leaving my company and need another email address for the account of my {bike}.',
    ],
    questions: [
      'Which address do you use? Some providers delay our emails by a few minutes.',
      'Sure. For safety, what is the serial number of the bike?',
    ],
    answers: ['The one that I write from.', 'It is {serial}.'],
    solutions: [
      'Your provider refused our emails. I have sent the link from another server, so it should be there.',
      'The address is changed. Please sign in once with the new one.',
    ],
  },
  {
    key: 'theft',
    weight: 2,
    tags: ['theft', 'safety'],
    priorities: { urgent: 7, high: 3 },
    subjects: [
      'My {bike} was stolen last night',
      'Bike gone, the app shows it in {city}',
      'Stolen bike, please lock it',
    ],
    openings: [
      'My {bike} was stolen from the courtyard last night. Frame {serial}. Can you lock it remotely?',
      'The app shows my stolen bike near the station in {city}. What do I do now?',
    ],
    questions: [
      'I am sorry to hear that, {first}. I have locked the drive. Do you have a police report number? With it we may share the positions.',
      'Please do not go there alone. Tell the police the frame number and send us the report number.',
    ],
    answers: [
      'The report number is 4471/K2.',
      'The police are on their way, number follows. Thank you for being so fast.',
    ],
    solutions: [
      'We have given the positions to the police. Good luck, and tell us when you have it back: we unlock it at once.',
      'Great news that it is back! The drive is unlocked again, and a free check in the workshop is waiting for you.',
    ],
  },
  {
    key: 'sizing',
    weight: 6,
    tags: ['presales'],
    priorities: { low: 6, normal: 4 },
    subjects: ['Which frame size at 1.72 m?', 'Size of the {bike} for my daughter', 'Between M and L, which one?'],
    openings: [
      'I am 1.72 m with an inside leg of 79 cm and want a {bike}. Is M right?',
      'Is the {bike} suitable for a nine-year-old girl who is tall for her age?',
    ],
    questions: [
      'Do you prefer an upright or a sporty position?',
      'How tall is she, and does she ride with gears already?',
    ],
    answers: ['Upright, I ride to work in normal clothes.', '1.42 m, and yes, she has seven gears now.'],
    solutions: [
      'Then M with the high stem. You can try it for 30 days, and we will swap the frame if it is wrong.',
      'It fits for about three years at that height. The saddle goes up by 18 cm.',
    ],
  },
  {
    key: 'shipping-abroad',
    weight: 4,
    tags: ['presales', 'shipping'],
    priorities: { low: 7, normal: 3 },
    subjects: ['Do you deliver to Iceland?', 'Shipping a {bike} to Switzerland', 'Customs for a delivery to the UK'],
    openings: [
      'Do you send the {bike} abroad, and what does it cost? I could not find anything on your website.',
      'I live abroad and would pay customs myself. Can you send a {bike} here?',
    ],
    questions: ['Which postcode would it go to?', 'We do. Do you want it assembled, or in the box?'],
    answers: ['It would be 101, in the middle of town.', 'In the box is fine, I have tools.'],
    solutions: [
      'That is possible: 190 euros, about eight days, with customs paid on arrival. I will send you a quote.',
      'Batteries may not be sent by air, so it goes by ship and takes three weeks. The quote is in your inbox.',
    ],
  },
  {
    key: 'accessories',
    weight: 5,
    tags: ['presales', 'parts'],
    priorities: { low: 7, normal: 3 },
    subjects: [
      'Does a child seat fit on the {bike}?',
      'Trailer coupling for the {bike}',
      'Which rack carries a child seat?',
    ],
    openings: [
      'Can I mount a child seat on the rack of the {bike}? Our son weighs 14 kg.',
      'I want to pull a trailer with my {bike}. Which coupling do I need for the thru axle?',
    ],
    questions: [
      'Which year is your bike? The rack of the last one carries more.',
      'Which trailer is it, with one wheel or with two?',
    ],
    answers: ['It is this year’s model.', 'With two wheels.'],
    solutions: [
      'It does: up to 22 kg with the adapter 40-2210. Please do not mount a seat on the seat post.',
      'You need the axle 12 x 148 with the long thread. It costs 39 euros and is in stock.',
    ],
  },
  {
    key: 'firmware-question',
    weight: 4,
    tags: ['firmware', 'how-to'],
    priorities: { low: 5, normal: 5 },
    subjects: ['Update stuck at 64 %', 'Can I go back to the old firmware?', 'Firmware update does not continue'],
    openings: [
      'The update of my {bike} has been stuck at 64 % for an hour. May I switch it off?',
      'Since the update the motor kicks in later at traffic lights. Can I go back?',
    ],
    questions: [
      'Please leave it on. Is the phone still next to the display?',
      'Which mode do you ride? There is a new setting for the start.',
    ],
    answers: ['Yes, and it is at 66 % now.', 'Mostly Tour.'],
    solutions: [
      'Then it is just slow: the phone has a weak signal. Plug in the charger and give it another half hour.',
      'Switch on Quick start under Settings, Assistance. Then it will be as it was before.',
    ],
  },
  {
    key: 'fleet',
    weight: 3,
    tags: ['fleet', 'billing'],
    priorities: { normal: 5, high: 3 },
    subjects: [
      'Quote for twelve {bike} bikes for our staff',
      'Two bikes of our fleet are down',
      'Bikes for our staff in {city}',
    ],
    openings: [
      'We would like to buy twelve {bike} bikes for our staff in {city}. Who can send us a quote?',
      'Two of our delivery bikes have been out of action since this morning, both with E14. We need them tomorrow.',
    ],
    questions: [
      'That is me. Do you need service on site as well?',
      'Please send me both serial numbers, then I can see whether it is the same fault.',
    ],
    answers: ['On site twice a year, please.', 'The first one is {serial}, the other one is on its way to the shop.'],
    solutions: [
      'The quote is in your inbox, with two service days a year. I will call you on Thursday.',
      'I have updated both from here and they should start now. If not, the van will come this afternoon.',
    ],
  },
  {
    key: 'praise',
    weight: 3,
    tags: ['feedback'],
    priorities: { low: 1 },
    subjects: ['Thank you for the quick help', 'A wish for the app', 'Three years with my {bike}'],
    openings: [
      'No problem today. I only want to say thank you: 8,000 km with my {bike} and one flat tyre.',
      'The app could show the weather along the way. Just a wish, everything else is great.',
    ],
    questions: [
      'What a nice email, {first}! May we show it to the people who built the frame?',
      'Good idea, I have written it down for the team. Would a rain map be enough?',
    ],
    answers: ['Of course, with my best wishes!', 'Yes, that would be plenty.'],
    solutions: [
      'They were very happy. Enjoy many more good kilometres!',
      'It is on the list for spring. Thank you for the suggestion.',
    ],
  },
  {
    key: 'manual',
    weight: 4,
    tags: ['how-to'],
    priorities: { low: 7, normal: 3 },
    subjects: [
      'Torque for the stem bolts of the {bike}',
      'How do I store the battery over winter?',
      'Which torque is the right one?',
    ],
    openings: [
      'What is the torque for the bolts of the stem? The manual has two values.',
      'I am going away for four months. How do I store the battery of my {bike}?',
    ],
    questions: ['Is it the stem with four bolts or with six?', 'Will there be someone who could charge it in between?'],
    answers: ['With four.', 'No, the flat is empty.'],
    solutions: [
      '5 Nm, crosswise, in two rounds. The other value is for the fork clamp.',
      'Charge it to 60 %, take it out and keep it dry at about 15 degrees. It then lasts half a year.',
    ],
  },
];
