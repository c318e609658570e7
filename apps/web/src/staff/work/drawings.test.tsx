import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { uuid } from '#lib/testing/views.ts'
import type { PdfAnswer, PdfRequest } from '../shared/drawing/drawing-messages.ts'
import { aRun, step } from './run.fixture.ts'

const runKey = 'GET /global/staff/production/run/{code}'
const drawingKey = 'GET /global/staff/order/{orderId}/drawing/{uploadId}'
const fileKey = 'GET /global/staff/order/{orderId}/file/{uploadId}'

type Reply = (request: PdfRequest) => PdfAnswer | undefined

/** A worker that answers for a PDF of three pages, unless a test says otherwise. */
function stubPdf(reply: Reply = () => undefined) {
  const asked: PdfRequest['question'][] = []
  const bitmap = { width: 10, height: 10, close: () => undefined } as ImageBitmap

  function usual({ id, question }: PdfRequest): PdfAnswer {
    if (question.kind === 'open') return { id, result: { pages: 3 } }
    if (question.kind === 'size') return { id, result: { width: 842, height: 595 } }
    return { id, result: { bitmap, isComplete: true } }
  }

  class PdfWorker {
    onmessage: ((event: { data: PdfAnswer }) => void) | null = null
    onerror: (() => void) | null = null
    isEnded = false

    postMessage(request: PdfRequest) {
      asked.push(request.question)
      const answer = reply(request) ?? usual(request)
      queueMicrotask(() => this.isEnded || this.onmessage?.({ data: answer }))
    }

    terminate() {
      this.isEnded = true
    }
  }

  vi.stubGlobal('Worker', PdfWorker)
  vi.stubGlobal('OffscreenCanvas', class {})
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  return { asked }
}

const pdfBytes = new TextEncoder().encode('%PDF-1.7')

async function openPlan(answers: Answers = {}) {
  const run = { ...aRun(step('printing', { state: 'ready' })), attachments: [{ uploadId: uuid(), name: 'plan.pdf' }] }
  const gateway = stubGateway({
    [runKey]: () => data(runKey, run),
    'GET /global/staff/production/run/{code}/mesh': () => refusal('NOT_FOUND', ''),
    [drawingKey]: () => ({ status: 200, body: pdfBytes }),
    ...answers,
  })
  await renderApp('/staff/work/F100001', { staffToken: 'real' })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'plan.pdf' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'plan.pdf' }))
  return { ...gateway, user, dialog }
}

beforeEach(() => localStorage.clear())

describe('a drawing at the work station', () => {
  it('is shown page by page', async () => {
    const { asked } = stubPdf()
    const { user, dialog } = await openPlan()

    expect(await dialog.findByRole('img', { name: 'plan.pdf, page 1 of 3' })).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Previous page' })).toHaveProperty('disabled', true)
    await user.click(dialog.getByRole('button', { name: 'Next page' }))
    expect(await dialog.findByRole('img', { name: 'plan.pdf, page 2 of 3' })).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Next page' }))
    expect(await dialog.findByText('Page 3 of 3')).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true)

    const drawn = asked.flatMap((question) => (question.kind === 'draw' ? [question.page] : []))
    expect(drawn).toEqual([1, 2, 3])
  })

  it('is drawn with a limited number of pixels, however large the page is', async () => {
    const { asked } = stubPdf(({ id, question }) =>
      question.kind === 'size' ? { id, result: { width: 14_400, height: 14_400 } } : undefined,
    )
    const { dialog } = await openPlan()
    await dialog.findByRole('img', { name: /page 1/ })
    await waitFor(() => expect(asked.map(({ kind }) => kind)).toContain('draw'))

    const [draw] = asked.filter((question) => question.kind === 'draw')
    expect((draw?.view.width ?? 0) * (draw?.view.height ?? 0)).toBeLessThanOrEqual(4_000_000)
  })

  it('has the focus, and gives it back to its button', async () => {
    stubPdf()
    const { user, dialog } = await openPlan()
    await dialog.findByRole('region', { name: 'plan.pdf, page 1 of 3' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'plan.pdf' }))
  })

  it.each([
    ['encrypted', /protected by a password/],
    ['unreadable', /damaged or of another kind/],
  ] as const)('says so if it is %s, and can be downloaded', async (fault, text) => {
    stubPdf(({ id }) => ({ id, fault }))
    const { user, dialog, to } = await openPlan({ [fileKey]: () => refusal('NOT_FOUND', 'No longer there.') })

    const alert = await dialog.findByRole('alert')
    expect(within(alert).getByText(text)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Download' }))
    expect(await dialog.findByText('No longer there.')).toBeTruthy()
    expect(to(fileKey)).toHaveLength(1)
  })

  it('is not read by the PDF reader if it is no PDF', async () => {
    const { asked } = stubPdf()
    const { dialog } = await openPlan({
      [drawingKey]: () => ({ status: 200, body: new TextEncoder().encode('<svg>') }),
    })
    expect(await dialog.findByText(/damaged or of another kind/)).toBeTruthy()
    expect(asked).toEqual([])
  })

  it('is given up if it takes too long', async () => {
    const { dialog } = await (async () => {
      stubPdf()
      vi.stubGlobal(
        'Worker',
        class {
          postMessage() {}
          terminate() {}
        },
      )
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
      return openPlan()
    })()
    await dialog.findByText('Opening the drawing…')
    act(() => void vi.advanceTimersByTime(31_000))
    expect(await dialog.findByText(/takes too long to draw/)).toBeTruthy()
    vi.useRealTimers()
  })

  it('says when something of the page is missing', async () => {
    const bitmap = { width: 1, height: 1, close: () => undefined } as ImageBitmap
    stubPdf(({ id, question }) =>
      question.kind === 'draw' ? { id, result: { bitmap, isComplete: false } } : undefined,
    )
    const { dialog } = await openPlan()
    expect(await dialog.findByText(/Texts or pictures of this page are missing here/)).toBeTruthy()
  })

  it('can be tried again if it cannot be loaded', async () => {
    stubPdf()
    let isAway = true
    const { user, dialog } = await openPlan({
      [drawingKey]: () => (isAway ? refusal('BUSY', '') : { status: 200, body: pdfBytes }),
    })
    expect(await dialog.findByText('The drawing could not be loaded')).toBeTruthy()
    isAway = false
    await user.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await dialog.findByRole('img', { name: /page 1/ })).toBeTruthy()
  })
})
