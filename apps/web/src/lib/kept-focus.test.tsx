import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { describe, expect, it } from 'vitest'

const expectFocus = (find: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(find()))
const button = (name: string) => screen.getByRole('button', { name })

/** What the focus waits for before it is moved, and one more. */
async function someFrames(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => requestAnimationFrame(resolve))
}

describe('the focus of a control that an action removes', () => {
  function List({ names: first }: { names: readonly string[] }) {
    const [names, setNames] = useState(first)
    return (
      <section>
        <h2>Files</h2>
        <ul>
          {names.map((name) => (
            <li key={name}>
              <button type="button" onClick={() => setNames(names.filter((one) => one !== name))}>
                Delete {name}
              </button>
            </li>
          ))}
        </ul>
      </section>
    )
  }

  it('goes to the next row, then to the last one, then to the heading', async () => {
    render(<List names={['a', 'b', 'c']} />)
    await userEvent.click(button('Delete b'))
    await expectFocus(() => button('Delete c'))

    await userEvent.keyboard('{Enter}')
    await expectFocus(() => button('Delete a'))

    await userEvent.keyboard('{Enter}')
    await expectFocus(() => screen.getByRole('heading', { name: 'Files' }))
  })

  it('waits for the title of a page that still loads, instead of going to the footer', async () => {
    const page = (content: ReactNode) => (
      <div>
        <main>{content}</main>
        <footer>
          <h2>Services</h2>
        </footer>
      </div>
    )
    const { rerender } = render(page(<button type="button">Order</button>))
    await userEvent.click(button('Order'))

    rerender(page(<p>Loading</p>))
    await someFrames()
    expect(document.activeElement).toBe(document.body)

    rerender(page(<h1>Pay the order</h1>))
    await expectFocus(() => screen.getByRole('heading', { name: 'Pay the order' }))
  })

  it('returns to the page from a message that closes, even if the control below it has gone', async () => {
    const page = (hasButton: boolean, hasMessage: boolean) => (
      <>
        <main>
          <h1>Order</h1>
          {hasButton ? <button type="button">Cancel the order</button> : null}
        </main>
        {hasMessage ? (
          <div role="status">
            <button type="button">Undo</button>
          </div>
        ) : null}
      </>
    )
    const { rerender } = render(page(true, true))
    act(() => button('Cancel the order').focus())
    act(() => button('Undo').focus())

    rerender(page(true, false))
    await expectFocus(() => button('Cancel the order'))

    rerender(page(true, true))
    act(() => button('Undo').focus())
    rerender(page(false, false))
    await expectFocus(() => screen.getByRole('heading', { name: 'Order' }))
  })

  it('stays where the screen itself puts it', async () => {
    const form = (isSent: boolean) => (
      <main>
        <h1>Sign up</h1>
        {isSent ? <p tabIndex={-1} ref={(text) => text?.focus()} /> : <button type="button">Send</button>}
      </main>
    )
    const { rerender, container } = render(form(false))
    act(() => button('Send').focus())
    rerender(form(true))

    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    expect(document.activeElement).toBe(container.querySelector('p'))
  })
})

describe('the focus of a control that an action disables', () => {
  const tools = (undo: { disabled?: boolean; 'aria-busy'?: boolean }) => (
    <div>
      <button type="button" {...undo}>
        Undo
      </button>
      <button type="button">Redo</button>
    </div>
  )

  it('goes to its neighbour', async () => {
    const { rerender } = render(tools({}))
    act(() => button('Undo').focus())
    rerender(tools({ disabled: true }))
    await expectFocus(() => button('Redo'))
  })

  it('returns when the action was only under way', async () => {
    const { rerender } = render(tools({}))
    act(() => button('Undo').focus())
    rerender(tools({ disabled: true, 'aria-busy': true }))
    // Browsers take the focus from a disabled button; jsdom does not.
    act(() => button('Undo').blur())

    rerender(tools({}))
    await expectFocus(() => button('Undo'))
  })
})

it('does not return to a control that the visitor left', async () => {
  const page = (hasButton: boolean) => (
    <main>
      <h1>Order</h1>
      {hasButton ? <button type="button">Pay</button> : null}
    </main>
  )
  const { rerender } = render(page(true))
  act(() => button('Pay').focus())
  await act(async () => button('Pay').blur())
  rerender(page(false))

  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  expect(document.activeElement).toBe(document.body)
})
