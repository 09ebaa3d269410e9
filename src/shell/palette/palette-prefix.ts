/** What the first character typed narrows the palette to: commands, tickets, customers. */
export const PREFIXES = ['>', '#', '@'] as const;
export type PalettePrefix = (typeof PREFIXES)[number];
