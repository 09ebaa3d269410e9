/** Subjects that a list has to handle: of maximum length, right-to-left, with all kinds of characters. */
export interface EdgeCase {
  /** The number of tickets that came in after it. */
  readonly fromEnd: number;
  readonly subject: string;
  readonly opening: string;
}

const LONG_SUBJECT =
  'After the service in spring the gears jump, the light at the back is dark whenever the front one is bright, the lock needs three turns, the app says that the bike is in another town, and on top of it all the bell has fallen off somewhere between the market and the river: what do I bring to you, and when, please?';

export const EDGE_CASES: readonly EdgeCase[] = [
  {
    fromEnd: 9,
    subject: [...LONG_SUBJECT].slice(0, 300).join(''),
    opening: 'It is all in the subject. I can come on any morning.',
  },
  {
    fromEnd: 14,
    subject: 'البطارية لا تشحن بعد التحديث 5.1 (Aurora City)',
    opening: 'مرحبا، منذ التحديث الأخير لا تشحن البطارية. جربت شاحنا آخر. شكرا لمساعدتكم!',
  },
  {
    fromEnd: 21,
    subject: '🚲💨 So fast!! But the brakes 😬🔧 — help? 👩🏽‍🔧',
    opening: 'Everything is great 🎉 only the front brake squeals 🙉 in the rain 🌧️.',
  },
  { fromEnd: 27, subject: 'מתי תגיע ההזמנה LC-58213?', opening: 'שלום, הזמנתי לפני שבועיים ועדיין אין עדכון. תודה!' },
  {
    fromEnd: 33,
    subject: '<b>Bold</b> & "quoted", 100 % \\ =1+1',
    opening: 'This is how your form shows my text: <script>alert(1)</script>. Is that on purpose?',
  },
  {
    fromEnd: 40,
    subject: 'ブレーキの音について',
    opening: '雨の日に前輪ブレーキが鳴ります。調整の予約をお願いします。',
  },
  { fromEnd: 52, subject: '?', opening: 'Sorry, sent too early. Where is the frame number on the Fold One?' },
];
