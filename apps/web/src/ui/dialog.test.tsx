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

function OneAboveTheOther() {
  const [opened, setOpened] = useState(['Address', 'Really?'])
  const close = (title: string) => setOpened((titles) => titles.filter((one) => one !== title))

  return ['Address', 'Really?'].map((title) => (
    <Dialog key={title} opened={opened.includes(title)} onClose={() => close(title)} title={title}>
      <p>Some text</p>
      <Button>Yes</Button>
    </Dialog>
  ))
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
  it('is the only one that Escape closes if it is above another', async () => {
    const user = userEvent.setup()
    await renderScreen(() => <OneAboveTheOther />, '/contact', '/contact')

    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog', { name: 'Really?' })).toBeNull()
    expect(screen.getByRole('dialog', { name: 'Address' })).toBeDefined()

    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('closes by a press beside it, but not when selected text ends there', async () => {
    const user = userEvent.setup()
    await renderScreen(MountedWhileOpen, '/contact', '/contact')
    await user.click(await screen.findByRole('button', { name: 'Cancel the order' }))
    const dialog = await screen.findByRole('dialog', { name: 'Really?' })
    const beside = dialog.parentElement as HTMLElement

    await user.pointer([
      { keys: '[MouseLeft>]', target: dialog },
      { keys: '[/MouseLeft]', target: beside },
    ])
    await user.click(screen.getByRole('button', { name: 'Yes' }))
    expect(screen.getByRole('dialog')).toBe(dialog)

    await user.click(beside)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('keeps the page behind from scrolling until the last one is closed', async () => {
    const user = userEvent.setup()
    await renderScreen(() => <OneAboveTheOther />, '/contact', '/contact')
    const { style } = document.documentElement

    await user.keyboard('{Escape}')
    expect(style.overflow).toBe('hidden')
    await user.keyboard('{Escape}')
    expect(style.overflow).toBe('')
  })
})
