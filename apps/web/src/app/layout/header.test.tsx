import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { stubGateway } from '#lib/testing/gateway-stub.ts'

it('closes the menu by Escape and returns the focus to its button (E17)', async () => {
  stubGateway({})
  await renderApp('/login')
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
  const [link] = screen.getAllByRole('link', { name: 'Materials' })
  link?.focus()

  await userEvent.keyboard('{Escape}')

  const button = screen.getByRole('button', { name: 'Menu' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(document.activeElement).toBe(button)
})
