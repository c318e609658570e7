export interface Terminal {
  out(text: string): void
  err(text: string): void
}

/** Exit codes of every command. `refused`: at least one file could not be read or priced. */
export const exitCodes = { done: 0, wrongUsage: 1, refused: 2 } as const
