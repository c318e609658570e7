/**
 * A proof of work: numbers that are quick to check and take a while to find. A person does not notice
 * it; a program that calls a thousand times pays for it a thousand times.
 *
 * Several small puzzles take a more even time than a large one: with sixteen, one browser in a hundred
 * needs 1.7 times the mean; with one it would be 4.6 times.
 */
export const workPuzzles = 16

/** Each puzzle takes 2^bits tries on average. More would keep a phone busy for minutes. */
export const maxWorkBits = 18

/** What a client has to solve, as an error with the code WORK_NEEDED carries it. */
export interface WorkChallenge {
  /** Sent back with the numbers. Its last 32 characters are the seed of the puzzles, in hexadecimal. */
  token: string
  puzzles: number
  bits: number
}

/** The header of a call that carries a `workProof`. */
export const workHeader = 'x-proof-of-work'

/** The token of a challenge with the numbers that solve it: "<token> 123,4567". */
export const workProof = (token: string, numbers: readonly number[]): string => `${token} ${numbers.join(',')}`
