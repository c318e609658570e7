import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

function MountedWhileOpen() {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button onClick={() => setAsks(true)}>Cancel the order</Button>
      {asks && (
        <Dialog opened onClose={() => setAsks(false)} title="Really?">
          <Button>Yes</Button>
        </Dialog>
      )}
    </>
  )
}

function AlwaysMounted() {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button onClick={() => setAsks(true)}>Cancel the order</Button>
      <Dialog opened={asks} onClose={() => setAsks(false)} title="Really?">
        <Button>Yes</Button>
      </Dialog>
    </>
  )
}

describe('a dialog', () => {
  it.each([
    ['mounted while it is open', MountedWhileOpen],
    ['always mounted', AlwaysMounted],
  ])('returns the focus to its opener if it is %s', async (_how, Screen) => {
    const user = userEvent.setup()
    await renderScreen(Screen, '/contact', '/contact')
    const opener = await screen.findByRole('button', { name: 'Cancel the order' })

    await user.click(opener)
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))

    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })
})
