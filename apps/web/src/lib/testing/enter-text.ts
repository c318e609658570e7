import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'

/** Puts a text into the field with that label, as a paste does: one change, not one per key. */
export async function enterText(label: string, text: string) {
  const user = userEvent.setup()
  const field = await screen.findByLabelText(label)
  await user.clear(field)
  await user.click(field)
  await user.paste(text)
}
