import type { FieldIssue } from '@cotation/contracts'
import type { FormErrors } from '@mantine/form'

/** Focuses the first invalid field of the page; the schema may have another sequence. */
export function focusFirst(paths: readonly string[]) {
  const heads = new Set(paths.map((path) => path.split('.')[0]))
  const fields = [...document.querySelectorAll<HTMLElement>('[data-path]')]
  fields.find((field) => heads.has(field.dataset.path?.split('.')[0] ?? ''))?.focus()
}

interface FormWithErrors {
  setErrors(errors: FormErrors): void
}

/**
 * Shows the server's errors on their fields, with its messages: an installation may have stricter
 * rules, such as longer passwords. True if there was at least one.
 */
export function applyServerIssues(form: FormWithErrors, error: { issues: readonly FieldIssue[] }): boolean {
  if (error.issues.length === 0) return false

  form.setErrors(Object.fromEntries(error.issues.map(({ path, code, message }) => [path, message || code])))
  focusFirst(error.issues.map((issue) => issue.path))
  return true
}
