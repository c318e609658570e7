import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { TextField } from './text-field.tsx'

it('keeps the focus of a field without a label when its error appears', () => {
  const { rerender } = render(<TextField aria-label="Quantity" error={undefined} />)
  const input = screen.getByRole('textbox', { name: 'Quantity' })
  input.focus()

  rerender(<TextField aria-label="Quantity" error="Enter a number." />)
  expect(document.activeElement).toBe(input)
  expect(screen.getByRole('textbox', { description: 'Enter a number.' })).toBe(input)
})
