/** Answers that were asked for before the code that needs them has arrived, by request. */
const answers = new Map<string, Promise<Response>>()

/** Only the first page asks early: later ones may have their data already. */
let isAsking = false

export function beginEarlyAnswers(): void {
  isAsking = true
}

/** Keeps the answer of a request for the code that will send the same one. */
export function keepEarlyAnswer(request: string, ask: () => Promise<Response>): void {
  if (!isAsking || answers.has(request)) return

  const answer = ask()
  // A failure belongs to the code that takes the answer, if any does.
  answer.catch(() => undefined)
  answers.set(request, answer)
}

/** Gives each answer once: the next request wants a newer one. */
export function takeEarlyAnswer(request: string): Promise<Response> | undefined {
  const answer = answers.get(request)
  answers.delete(request)
  return answer
}

/** The first page is loaded. */
export function endEarlyAnswers(): void {
  isAsking = false
}

/** What the first page did not take would be too old for a later one. */
export function forgetEarlyAnswers(): void {
  answers.clear()
}
