export interface Terminal {
  out(text: string): void
  err(text: string): void
  /** Replaces the progress shown before; nothing if empty. Only a person at a terminal sees it. */
  progress(text: string): void
}

interface Output {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

/** Returns to the start of the row and erases it. */
const clearRow = '\r\x1b[2K'

export function createTerminal(stdout: Output, stderr: Output): Terminal {
  return {
    out: (text) => void stdout.write(`${text}\n`),
    err: (text) => void stderr.write(`${text}\n`),
    progress(text) {
      // A text that wraps into a second row could not be erased.
      const shown = text.slice(0, (stderr.columns ?? 80) - 1)
      if (stderr.isTTY) stderr.write(clearRow + shown)
    },
  }
}
