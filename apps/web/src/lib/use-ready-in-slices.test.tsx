import { act, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, it } from 'vitest'
import { createStore, useStore } from './store.ts'
import { useReadyInSlices } from './use-ready-in-slices.ts'

/** Shows an answer of the server and notes what each update of the page showed. */
function aPage(isAnswered: boolean) {
  const answered = createStore(isAnswered)
  const shown: string[] = []

  function Page() {
    const isShown = useReadyInSlices(useStore(answered))
    const text = isShown ? 'content' : 'loading'
    useLayoutEffect(() => {
      shown.push(text)
    })
    return <p>{text}</p>
  }

  render(<Page />)
  return { answered, shown }
}

it('leaves the page as it is in the update that brings the answer, and shows the content in the next', () => {
  const { answered, shown } = aPage(false)
  act(() => answered.set(true))
  expect(shown).toEqual(['loading', 'loading', 'content'])
})

it('shows an answer at once that was there before the page', () => {
  expect(aPage(true).shown).toEqual(['content'])
})

it('hides the content in the update that takes the answer away', () => {
  const { answered, shown } = aPage(true)
  act(() => answered.set(false))
  expect(shown[1]).toBe('loading')
  expect(screen.getByText('loading')).toBeDefined()
})
