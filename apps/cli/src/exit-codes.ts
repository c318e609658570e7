/** Exit codes of every command: all done; asked wrongly; at least one file refused. */
export const [allDone, askedWrongly, someRefused] = [0, 1, 2] as const
