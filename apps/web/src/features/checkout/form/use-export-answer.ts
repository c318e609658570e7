import type { ExportAnswer, ExportStanding } from '@cotation/domain'
import { useState } from 'react'
import { ApiError } from '#lib/gateway/api-error.ts'
import { answerExportControl, type ExportControlAnswer, refreshProject } from './checkout.api.ts'
import type { Preview } from './use-preview.ts'

interface Choice {
  /** Null until the customer chooses. */
  answer: ExportAnswer | null
  isConfirmed: boolean
}

const noChoice: Choice = { answer: null, isConfirmed: false }

/** The answer about export control that is being given, and whether it still has to be saved. */
export function useExportAnswer(projectId: string, preview: Preview) {
  const [choice, setChoice] = useState<Choice>(noChoice)
  const [isChanging, setChanging] = useState(false)
  const control = preview.view?.exportControl

  const isAsked = control?.standing === 'unanswered' || isChanging
  const answer = choice.answer ?? control?.answer ?? null
  const { isConfirmed } = choice
  const isComplete = answer !== null && (answer !== 'no' || isConfirmed)
  // An earlier answer is only suggested: the customer has to touch the question.
  const isTouched = choice.answer !== null || isConfirmed

  const ask = (isAskedAgain: boolean) => {
    setChoice(noChoice)
    setChanging(isAskedAgain)
  }

  const send = async (body: ExportControlAnswer) => {
    try {
      await answerExportControl(projectId, body)
    } catch (error) {
      // Another tab has ordered parts, with an answer that stays: shows which parts are still left.
      if (error instanceof ApiError && error.code === 'EXPORT_ANSWER_FIXED') {
        await refreshProject(projectId)
        await preview.refresh()
      }
      throw error
    }
  }

  return {
    isAsked,
    isChanging,
    answer,
    isConfirmed,
    /** Can be saved, by its own button or by the order. */
    isUnsaved: isAsked && isTouched && isComplete,
    choose: (changes: Partial<Choice>) => setChoice((now) => ({ ...now, ...changes })),
    /** Opens the question for another answer, or closes it. */
    ask,
    /** Returns what the answer means for the order. */
    save: async (): Promise<ExportStanding | undefined> => {
      if (answer === null) return control?.standing

      await send({ answer, confirmed: isConfirmed })
      const { exportControl } = await preview.refresh()
      ask(false)
      return exportControl.standing
    },
  }
}

export type ExportQuestion = ReturnType<typeof useExportAnswer>
