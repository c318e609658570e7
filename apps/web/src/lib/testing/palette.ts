import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Opens the command palette of the staff side over the shown screen. */
async function openPalette(user: UserEvent) {
  await user.keyboard('{Control>}k{/Control}')
  return within(await screen.findByRole('listbox'))
}

/** Runs what the shown screen offers under a name. */
export async function runFromPalette(user: UserEvent, name: string | RegExp): Promise<void> {
  await user.click(await (await openPalette(user)).findByText(name))
}

/** The names in the palette over the shown screen. */
export async function namesInPalette(user: UserEvent): Promise<string[]> {
  const options = (await openPalette(user)).getAllByRole('option')
  return options.map(({ children }) => children[1]?.textContent ?? '')
}
