import type { ReactNode } from 'react'
import type { ApiError } from '#lib/gateway/api-error.ts'
import { useFailureText } from '#lib/gateway/failures.ts'
import { Notice } from '#ui/notice.tsx'

interface FormAlertProps {
  failure: ApiError | null
  title?: string | undefined
  /** What the visitor can do about it. */
  children?: ReactNode
}

/** A refusal of the whole form. */
export function FormAlert({ failure, title, children }: FormAlertProps) {
  const failureText = useFailureText()
  if (!failure) return null
  return (
    <Notice kind="refused" title={title} text={failureText(failure)}>
      {children}
    </Notice>
  )
}
