import { render, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { usePanelFocus } from './use-open-part.ts'

function Page({ lineId }: { lineId: string | undefined }) {
  const panel = usePanelFocus(lineId)
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
    const panel = usePanelFocus(lineId)

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
