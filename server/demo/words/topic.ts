import type { TicketPriority } from '#contract/tickets.ts';

/**
 * Something that riders write about. Texts may hold {bike}, {order}, {serial}, {city}, {part} and {first}, the first
 * name of the requester. The parts of a thread fit together by their index: subject, opening, question, answer and
 * solution number n, counted round where a list is longer or shorter than the others.
 */
export interface Topic {
  readonly key: string;
  /** How often it comes up beside the others. */
  readonly weight: number;
  readonly tags: readonly string[];
  /** Likelihoods of the priorities. */
  readonly priorities: Readonly<Partial<Record<TicketPriority, number>>>;
  readonly subjects: readonly string[];
  readonly openings: readonly string[];
  readonly questions: readonly string[];
  readonly answers: readonly string[];
  readonly solutions: readonly string[];
}

/** Text number `strand` of a list. */
export function textOf(texts: readonly string[], strand: number): string {
  return texts[strand % texts.length] ?? '';
}
