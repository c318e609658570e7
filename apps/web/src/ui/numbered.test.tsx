import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Numbered } from './numbered.tsx'

it.each([
  ['Cost A-26-10002 for order C-26-10001.', ['A-26-10002', 'C-26-10001']],
  ['W-26-10001', ['W-26-10001']],
  ['A re-made part, 2026-11-16', []],
])('keeps the numbers of "%s" together', (text, numbers) => {
  const { container } = render(<Numbered>{text}</Numbered>)
  expect([...container.querySelectorAll('span')].map((span) => span.textContent)).toEqual(numbers)
  expect(container.textContent).toBe(text)
})
