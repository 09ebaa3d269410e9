/** Said to whoever asked; the text is meant for people. */
export class DemoRefused extends Error {}
