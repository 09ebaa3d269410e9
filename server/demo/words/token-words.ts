/** Labels of the tokens that AI calls are made with. */
export const DEMO_SPENDERS = { widget: 'Chat widget', leads: 'Support leads', agent: 'Tomke on the road' } as const;
export type DemoSpender = (typeof DEMO_SPENDERS)[keyof typeof DEMO_SPENDERS];
