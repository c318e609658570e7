const fieldWithError = 'input, select, textarea'

/**
 * Moves the focus to the first field with an error, after the page has shown it: a press on a
 * button that changes nothing would look lost. Forms of `useZodForm`
 * and questions of `Confirm` do it by themselves.
 */
export function focusFirstError(form: HTMLElement): void {
  requestAnimationFrame(() => {
    const faulty = form.querySelector<HTMLElement>('[aria-invalid="true"]')
    const field = faulty?.matches(fieldWithError) ? faulty : faulty?.querySelector<HTMLElement>(fieldWithError)
    field?.focus()
  })
}
