import type { TicketPriority } from '#contract/tickets.ts';

/**
 * A topic of riders' tickets. Texts may contain {bike}, {order}, {serial}, {city}, {part} and {first}, the first name
 * of the requester. The parts of a thread match by their index: subject, opening, question, answer and solution number
 * n, modulo the length of the list.
 */
export interface Topic {
  readonly key: string;
  /** Its weight among the topics. */
  readonly weight: number;
  readonly tags: readonly string[];
  /** Probabilities of the priorities. */
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
