import { createStore } from '#lib/store.ts'

/** Answers the question of `askForStepUp`: whether the member confirmed with the second factor. */
export type AnswerStepUp = (isConfirmed: boolean) => void

/** The open question, which the staff frame shows as a dialog. */
export const stepUpQuestion = createStore<AnswerStepUp | null>(null)

let asked: Promise<boolean> | null = null

/** Asks for the second factor. Calls that need it at the same time share one question. */
export function askForStepUp(): Promise<boolean> {
  if (asked) return asked

  let resolve: AnswerStepUp = () => {}
  const answer = new Promise<boolean>((resolveAnswer) => {
    resolve = resolveAnswer
  })

  asked = answer
  stepUpQuestion.set((isConfirmed) => {
    asked = null
    stepUpQuestion.set(null)
    resolve(isConfirmed)
  })

  return answer
}
