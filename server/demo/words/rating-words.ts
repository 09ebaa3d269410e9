/** Comments beside a rating of a ticket or a chat, by score. */
export const RATING_WORDS = {
  bad: [
    'Three weeks for a rear light. I could have walked to the factory.',
    'I explained the same thing four times and got the same mail back.',
    'The workshop did not know that I was coming.',
    'Still squeaks. No one asked whether it was really fixed.',
    'I had to find the answer myself in a forum.',
    'Waited two days for a yes or no.',
  ],
  fair: [
    'Solved in the end, but it took a while.',
    'Friendly, though the first answer was about another bike.',
    'Fine. A phone number would have been quicker.',
    'It works now. The invoice was wrong twice.',
  ],
  good: [
    'Quick and friendly, thank you!',
    'Exactly the part that I needed, and it fitted.',
    'Great service, I rode home the same evening.',
    'They called me back before I had finished my coffee.',
    'Clear steps with photos. Did it myself.',
    'Best support that I have had with any bike.',
    'Danke, alles bestens!\nGrüße aus Bremen',
    'Merci beaucoup, tout est réglé 🚲',
  ],
  chat: [
    'The bot knew it at once.',
    'Nice, no waiting.',
    'It did not understand me at first, then it did.',
    'I wanted a person and got one.',
    'It sent me in circles.',
    'Good for opening hours, not for repairs.',
  ],
} as const;

/** The team's notes on the chart of ratings. */
export const CHART_NOTES = [
  { daysAgo: 27, text: 'Firmware 5.1 is out: three times the mail in the evening' },
  { daysAgo: 13, text: 'Someone answers mail from seven on' },
] as const;
