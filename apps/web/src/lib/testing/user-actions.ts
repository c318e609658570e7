import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'

/** Pastes a text into the field with that label: one change instead of one per key. */
export async function enterText(label: string, text: string) {
  const user = userEvent.setup()
  const field = await screen.findByLabelText(label)
  await user.clear(field)
  await user.click(field)
  await user.paste(text)
}

/** Presses the button of that name. */
export async function press(name: string | RegExp) {
  await userEvent.click(await screen.findByRole('button', { name }))
}
