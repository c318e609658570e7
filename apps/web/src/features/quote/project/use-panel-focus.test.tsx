import { render, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { usePanelFocus } from './use-open-part.ts'

function Page({ lineId }: { lineId: string | undefined }) {
  const { panel } = usePanelFocus(lineId)
  return (
    <>
      {['a', 'b'].map((id) => (
        <div key={id} data-line={id}>
          <button type="button" aria-expanded={id === lineId}>
            {id}
          </button>
        </div>
      ))}
      {lineId ? (
        <section ref={panel} tabIndex={-1} aria-label="panel">
          <button type="button">next</button>
        </section>
      ) : null}
    </>
  )
}

it('moves the focus to an opened panel, keeps it there from part to part, and returns it to the last line', () => {
  const scrolled = vi.fn()
  Element.prototype.scrollIntoView = scrolled

  const { rerender } = render(<Page lineId={undefined} />)
  expect(document.activeElement).toBe(document.body)

  rerender(<Page lineId="a" />)
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'panel' }))

  const next = screen.getByRole('button', { name: 'next' })
  next.focus()
  rerender(<Page lineId="b" />)

  expect(document.activeElement).toBe(next)
  expect(scrolled).toHaveBeenCalledTimes(2)

  rerender(<Page lineId={undefined} />)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'b' }))
})

it('waits for the row of the line if the hidden list unmounted it', async () => {
  Element.prototype.scrollIntoView = () => {}

  /** Like the virtual table: no rows while it is hidden, and a frame later again. */
  function HidingPage({ lineId }: { lineId: string | undefined }) {
    const [hasRows, setHasRows] = useState(true)
    useEffect(() => {
      const frame = requestAnimationFrame(() => setHasRows(lineId === undefined))
      return () => cancelAnimationFrame(frame)
    }, [lineId])
    const { panel } = usePanelFocus(lineId)

    return (
      <>
        {hasRows && (
          <div data-line="a">
            <button type="button" aria-expanded={false}>
              a
            </button>
          </div>
        )}
        {lineId ? <section ref={panel} tabIndex={-1} aria-label="panel" /> : null}
      </>
    )
  }

  const { rerender } = render(<HidingPage lineId={undefined} />)
  rerender(<HidingPage lineId="a" />)
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())

  rerender(<HidingPage lineId={undefined} />)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'a' })))
})

it('returns to where the list was, and scrolls on only to the line of another part', () => {
  const scrolledTo = vi.fn()
  const scrolledIntoView = vi.fn()
  vi.stubGlobal('scrollTo', scrolledTo)
  Element.prototype.scrollIntoView = scrolledIntoView

  function ListPage({ lineId }: { lineId: string | undefined }) {
    const { panel, rememberPosition } = usePanelFocus(lineId)
    return (
      <>
        <button type="button" data-line="a" onClick={() => rememberPosition('a')}>
          open a
        </button>
        <div data-line="b" />
        {lineId ? <section ref={panel} tabIndex={-1} /> : null}
      </>
    )
  }

  vi.stubGlobal('scrollY', 1200)
  const { rerender } = render(<ListPage lineId={undefined} />)
  screen.getByRole('button', { name: 'open a' }).click()
  rerender(<ListPage lineId="a" />)
  vi.stubGlobal('scrollY', 0)
  scrolledIntoView.mockClear()

  rerender(<ListPage lineId={undefined} />)
  expect(scrolledTo).toHaveBeenCalledExactlyOnceWith({ top: 1200, behavior: 'instant' })
  expect(scrolledIntoView).not.toHaveBeenCalled()

  screen.getByRole('button', { name: 'open a' }).click()
  rerender(<ListPage lineId="a" />)
  rerender(<ListPage lineId="b" />)
  scrolledIntoView.mockClear()

  rerender(<ListPage lineId={undefined} />)
  expect(scrolledIntoView.mock.contexts).toEqual([document.querySelector('[data-line="b"]')])
})
