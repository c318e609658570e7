/** One concept and the one word for it. */
export interface Term {
  /** What customers read. */
  term: string
  meaning: string
  /** Words that were used for the same thing. */
  avoid: RegExp
  /** Published catalogue versions never change: their names follow with the next version. */
  isFreeInCatalogue?: boolean
  /** Texts that use such a word in another sense, by key. */
  otherSense?: readonly string[]
}
