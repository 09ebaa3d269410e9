/** More tickets are not changed before somebody has seen what is among them. */
export const MAX_WITHOUT_QUESTION = 50;
