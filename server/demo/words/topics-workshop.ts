import type { Topic } from './topic.ts';

/** Defects and the workshop. */
export const WORKSHOP_TOPICS: readonly Topic[] = [
  {
    key: 'display-error',
    weight: 8,
    tags: ['display', 'firmware'],
    priorities: { high: 6, normal: 4, urgent: 1 },
    subjects: [
      'Display of my {bike} shows error E14',
      'Black display after firmware 5.1',
      'E14 and no assistance this morning',
      'E14 at start-up since the update',
    ],
    openings: [
      'Since the update to firmware 5.1 my {bike} stops at start-up with E14. I took the battery out overnight, no change. Serial number {serial}.',
      'The display goes black after about a kilometre and comes back when I stop. The lights stay on. It began after the last update.',
      'Hello, error E14 this morning on the way to work, and no motor assistance since. The {bike} is four months old.',
    ],
    questions: [
      'Thank you for the serial number, {first}. Does the small light at the charging port blink while E14 is shown?',
      'Let us find out which unit it is: please hold the light button for ten seconds and tell me the four digits that appear.',
    ],
    answers: ['It blinks three times, then a pause.', 'The digits are 2207.'],
    solutions: [
      'Then the display has only lost its pairing. In the app choose Service, Pair display, with the battery switched on. It takes two minutes.',
      'That is a known fault of 5.1. Version 5.1.2 came out this morning and fixes it. The app will offer it when you open it.',
    ],
  },
  {
    key: 'battery-range',
    weight: 8,
    tags: ['battery'],
    priorities: { normal: 6, high: 3 },
    subjects: [
      'Range dropped to half within a month',
      'Battery falls from 38 % to nothing on a hill',
      'Half the kilometres with one charge',
      'Battery empty all of a sudden',
    ],
    openings: [
      'My {bike} used to do about 90 km with one charge, now it is 45. Same route, same rider. Is the battery broken?',
      'Twice this week the battery fell from a third to zero on a climb. After a rest it showed a third again.',
    ],
    questions: [
      'Cold weather can cost up to a third, but half is too much. Could you open the app, Service, Battery and tell me the number of full cycles and the health in percent?',
      'Is the battery stored in the bike or in the flat? And what does the app say about its health?',
    ],
    answers: ['It says 212 cycles, health 71 %.', 'It is in the bike, in an unheated shed. Health 93 %, cycles 64.'],
    solutions: [
      'At that count the health should be above 85 %, so this is covered by the warranty. I have booked you a replacement in {city}. They only need your serial number.',
      'Then the battery is healthy and the cold is the reason. Keep it inside overnight and put it in just before you ride, and the range will come back.',
    ],
  },
  {
    key: 'brake',
    weight: 6,
    tags: ['brakes', 'safety'],
    priorities: { urgent: 4, high: 5 },
    subjects: [
      'Rear brake loses pressure',
      'Front brake of the {bike} squeals and drags',
      'Brake lever goes down to the grip',
    ],
    openings: [
      'The rear brake of my {bike} loses pressure after two or three pulls. I have not dared to ride it since yesterday.',
      'The front brake drags so much that the wheel stops after one turn. There is a smell after a short ride.',
    ],
    questions: [
      'Please do not ride it until this is solved, {first}. Do you see oil at the lever or near the wheel?',
      'Thank you for telling us at once. When was the last service, and how far has it gone since?',
    ],
    answers: ['A little oil at the lever, yes.', 'The service was in spring, about 1,100 km ago.'],
    solutions: [
      'We will collect the bike tomorrow, and you will get a loan bike in the meantime. The workshop in {city} replaces the lever under warranty.',
      'You have the first slot tomorrow in {city}. It takes half an hour. Please push the bike there.',
    ],
  },
  {
    key: 'creak',
    weight: 6,
    tags: ['workshop'],
    priorities: { normal: 6, low: 4 },
    subjects: [
      'Creaking noise with every turn of the pedals',
      'Something rattles at the front of my {bike}',
      'Clicking from the rear wheel',
    ],
    openings: [
      'There is a creak with every turn of the right pedal, worse when I stand up. The {bike} has done 600 km.',
      'Something rattles on cobblestones, somewhere near the {part}. I tightened everything I could find.',
    ],
    questions: [
      'Noises travel, so let us go step by step: is it there when you pedal while seated, and when you freewheel?',
      'Could you send us a short video with sound? Your phone is good enough.',
    ],
    answers: ['Only when I pedal, never when I freewheel.', 'I have sent it. You can hear it well ten seconds in.'],
    solutions: [
      'That is the pedal thread, nearly always. Take the pedals off, clean and grease the threads, 35 Nm. If it is still there afterwards, come by.',
      'Sounds like the mudguard stay. The M5 bolt under the crown wants 5 Nm and a drop of thread lock.',
    ],
  },
  {
    key: 'puncture',
    weight: 4,
    tags: ['workshop', 'how-to'],
    priorities: { low: 5, normal: 5 },
    subjects: [
      'Third puncture in two months',
      'How do I take the rear wheel out?',
      'Which tyre for the {bike} resists glass?',
    ],
    openings: [
      'Third flat rear tyre since I got the {bike}. Is there a sturdier one that fits?',
      'How do I get the rear wheel out? The cable looks as if it should not be pulled.',
    ],
    questions: [
      'Which tyre is on it now? It says so on the sidewall.',
      'Do you have the model with a belt or with a chain?',
    ],
    answers: ['It says 50-622, and a name that I can no longer read.', 'With a belt.'],
    solutions: [
      'Take the 50-622 with the reinforced belt, it fits under the mudguard. The workshop in {city} has it in stock.',
      'There is a plug under the left stay that opens without a tool, then the wheel comes out downwards. Page 31 of the manual has a picture.',
    ],
  },
  {
    key: 'appointment',
    weight: 8,
    tags: ['workshop', 'appointment'],
    priorities: { normal: 7, low: 3 },
    subjects: [
      'Appointment for the first service',
      'I cannot come on Thursday',
      'Service slot in {city} this month',
      'Moving my workshop appointment',
    ],
    openings: [
      'I would like to book the first service of my {bike} in {city}. Mornings are best for me.',
      'I have a slot on Thursday and cannot come. Is there one later in the week?',
    ],
    questions: [
      'We have Tuesday at 9:30 and Friday at 14:00. Which one suits you better?',
      'Saturday morning has one free place at 10:15. Shall I take it for you?',
    ],
    answers: ['Friday please.', 'Saturday is perfect, thank you.'],
    solutions: [
      'You are booked. Please bring the battery key and the charger.',
      'Done, you will get a reminder the day before. The service takes about two hours.',
    ],
  },
  {
    key: 'warranty',
    weight: 5,
    tags: ['warranty'],
    priorities: { normal: 6, high: 3 },
    subjects: [
      'Is a broken {part} covered by the warranty?',
      'Warranty after buying second-hand',
      'Warranty claim for the {part}',
    ],
    openings: [
      'The {part} of my {bike} broke after seven months of normal use. I have the invoice, {order}. How do I claim it?',
      'I bought a two-year-old {bike} from a friend. Does the warranty come with it? Serial number {serial}.',
    ],
    questions: [
      'Could you send two photos, a close-up and one of the whole bike?',
      'It does, if the previous owner signs it over. Do you have the original invoice?',
    ],
    answers: ['Photos are attached.', 'Yes, he gave it to me.'],
    solutions: [
      'Accepted: the new {part} is on its way. Please keep the old one for two weeks in case the manufacturer wants to see it.',
      'The bike is now in your name and the warranty runs for three more years.',
    ],
  },
  {
    key: 'wear-part',
    weight: 5,
    tags: ['parts'],
    priorities: { low: 5, normal: 5 },
    subjects: [
      'Spare {part} for the {bike}',
      'Second key for the frame lock',
      'Part number of the {part}',
      'Lost key of the frame lock',
    ],
    openings: [
      'I need a new {part} for my {bike}, frame {serial}. Which one fits, and what is the part number?',
      'I lost one of the two keys of the frame lock. Can I order another by its number?',
    ],
    questions: [
      'Could you tell me which year the bike is from? The part has changed since.',
      'The number is on the remaining key: four characters. Which ones are they?',
    ],
    answers: ['It is from last year.', 'It says K7D2.'],
    solutions: [
      'Then it is part 40-1187. I have put it into your basket, so you only need to confirm.',
      'The key has been ordered and will arrive by post within a week.',
    ],
  },
  {
    key: 'crash',
    weight: 2,
    tags: ['safety', 'workshop'],
    priorities: { urgent: 5, high: 4 },
    subjects: [
      'Is my fork still safe after a crash?',
      'Crack in the rear rim, can I ride on?',
      'Crashed my {bike}, the fork was hit',
    ],
    openings: [
      'I had a fall with the {bike} yesterday, nothing bad, but the fork took a hit from the side. Can I keep riding it?',
      'There is a hairline crack in the rear rim next to a spoke hole. Is that paint or metal?',
    ],
    questions: [
      'First of all: are you all right, {first}? Please leave the bike where it is and send a photo with good light.',
      'Please do not ride it. Does your fingernail catch in the line?',
    ],
    answers: ['I am fine, thank you. Photos are attached.', 'Yes, it catches.'],
    solutions: [
      'In the photo only the paint is damaged. Let the workshop in {city} look at it on the stand before your next ride. It costs nothing.',
      'That has to be replaced. We will collect the bike today and check the rest of the wheel as well.',
    ],
  },
];
