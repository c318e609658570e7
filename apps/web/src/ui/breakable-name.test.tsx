import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { BreakableName } from './breakable-name.tsx'

describe('a file name that may wrap', () => {
  it.each([
    ['base_interface-AP214.STEP', 'base_<wbr>interface-<wbr>AP214<wbr>.STEP'],
    ['Star.stl', 'Star<wbr>.stl'],
    ['plate', 'plate'],
    ['__init__.step', '__<wbr>init__<wbr>.step'],
  ])('offers to break %s between its words and before its type', (name, expected) => {
    const { container } = render(<BreakableName name={name} />)
    expect(container.innerHTML).toBe(expected)
    expect(container.textContent).toBe(name)
  })
})
