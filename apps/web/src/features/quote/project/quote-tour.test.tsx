import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { browserStorage } from '#lib/browser-storage.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { ensureMessages } from '#lib/texts/messages.ts'
import { QuoteTour } from './quote-tour.tsx'

const openPart = vi.fn()
const closePart = vi.fn()

async function renderTour(part: (() => void) | undefined) {
  await ensureMessages(['tour'], 'en')
  await renderScreen(
    () => (
      <>
        <div data-tour="project">header</div>
        <QuoteTour openPart={part} closePart={closePart} />
      </>
    ),
    '/quote',
  )
}

beforeEach(() => {
  vi.restoreAllMocks()
  Element.prototype.scrollIntoView = () => undefined
  browserStorage.remove('quoteTourSeen')
  openPart.mockClear()
  closePart.mockClear()
})

it('offers the tour once, and a button to restart it', async () => {
  await renderTour(openPart)
  await userEvent.click(await screen.findByRole('button', { name: 'No, thank you' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(browserStorage.get('quoteTourSeen')).toBe('1')
  await userEvent.click(screen.getByRole('button', { name: 'Guided tour' }))
  expect(screen.getByRole('dialog', { name: 'Your project' })).toBeTruthy()
})

/** The step with this title, once its main button has the focus. */
async function inFocus(title: string) {
  const step = screen.getByRole('dialog', { name: title })
  await waitFor(() => expect(document.activeElement).toBe(within(step).getByRole('button', { name: 'Next' })))
}

it('steps through the tour with keys, opens a part for its steps, and returns the focus', async () => {
  await renderTour(openPart)

  const start = await screen.findByRole('button', { name: 'Show me' })
  await userEvent.click(start)
  await inFocus('Your project')
  await userEvent.keyboard('{ArrowRight}')
  await inFocus('Total and dates')
  await userEvent.keyboard('{ArrowRight}')
  await inFocus('Your parts')

  expect(openPart).not.toHaveBeenCalled()

  await userEvent.keyboard('{ArrowRight}')
  expect(openPart).toHaveBeenCalledTimes(1)

  await inFocus('Process and material')
  closePart.mockClear()
  await userEvent.keyboard('{ArrowLeft}')
  expect(closePart).toHaveBeenCalledTimes(1)

  expect(screen.getByRole('dialog', { name: 'Your parts' })).toBeTruthy()

  await inFocus('Your parts')
  await userEvent.keyboard('{Escape}')

  expect(screen.queryByRole('dialog')).toBeNull()
})

it('positions each step of the tour beside its target', async () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const [left, top, width, height] = this.hasAttribute('data-tour') ? [100, 50, 400, 80] : [0, 0, 320, 160]
    return { left, top, width, height } as DOMRect
  })
  await renderTour(openPart)
  await userEvent.click(await screen.findByRole('button', { name: 'Show me' }))

  const note = screen.getByRole('dialog')
  expect([note.style.left, note.style.top]).toEqual(['140px', '142px'])
})

it('highlights the total in the step that explains it, not in that of the project', async () => {
  await renderTour(openPart)
  await userEvent.click(await screen.findByRole('button', { name: 'Show me' }))
  expect(screen.getByRole('dialog').textContent).not.toContain('total')

  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('dialog', { name: 'Total and dates' }).textContent).toContain('The total of the parts')
})

it('leaves out the steps of a part if the project has none', async () => {
  await renderTour(undefined)
  await userEvent.click(await screen.findByRole('button', { name: 'Show me' }))
  expect(screen.getByText('1 of 4')).toBeTruthy()
})

it.each([
  ['with a mouse', false, /Drop more files anywhere on the page\.$/],
  ['on a touch screen', true, /“Add files” lets you choose more\.$/],
])('says %s how to add files', async (_device, isTouch, words) => {
  const usual = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({
    ...usual(media),
    matches: isTouch && media.includes('pointer: coarse'),
  }))
  await renderTour(openPart)
  await userEvent.click(await screen.findByRole('button', { name: 'Show me' }))
  await inFocus('Your project')
  await userEvent.keyboard('{ArrowRight}')
  await inFocus('Total and dates')
  await userEvent.keyboard('{ArrowRight}')
  await inFocus('Your parts')

  expect(screen.getByText(words)).toBeTruthy()
})
