import type { FormErrors } from '@mantine/form'
import { type SyntheticEvent, useState } from 'react'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { applyServerIssues } from './server-issues.ts'

interface SubmittableForm<Input> {
  onSubmit(handle: (input: Input) => Promise<void>): (event?: SyntheticEvent<HTMLFormElement>) => void
  setErrors(errors: FormErrors): void
}

/** Error codes that belong to one field: `{ CAPTCHA_WRONG: 'captcha.answer' }`. */
export type FieldOfCode = Partial<Record<ApiError['code'], string>>

function withFieldIssue(error: ApiError, fields: FieldOfCode): ApiError {
  const path = fields[error.code]
  if (path === undefined) return error

  const { code, status, message } = error
  return new ApiError({ code, status, message, issues: [{ path, code: '', message }] })
}

/**
 * Sends a form, one request at a time. A refusal is shown on its fields, or returned in `failure`.
 */
export function useSubmission<Input>(
  form: SubmittableForm<Input>,
  send: (input: Input) => Promise<void>,
  fields: FieldOfCode = {},
) {
  const { attempt, failure, busy } = useAttempt()
  const [refusals, setRefusals] = useState(0)

  const sendOrExplain = async (input: Input) => {
    try {
      await send(input)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefusals((count) => count + 1)
      if (!applyServerIssues(form, withFieldIssue(error, fields))) throw error
    }
  }

  return {
    onSubmit: form.onSubmit((input) => attempt(() => sendOrExplain(input))),
    /** A refusal of the whole form. */
    failure,
    sending: busy,
    /** How often the server refused: each refusal uses up the CAPTCHA. */
    refusals,
  }
}
