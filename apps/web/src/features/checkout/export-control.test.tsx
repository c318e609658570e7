import type { CheckoutView } from '@cotation/contracts'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { data, refusal } from '#lib/testing/gateway-stub.ts'
import { projectId } from '#lib/testing/views.ts'
import { aLine, orderId } from './checkout.fixture.ts'
import {
  isAtProvider,
  leftForProvider,
  open,
  openFilled,
  orderButton,
  section,
  submit,
} from './checkout-screen.fixture.tsx'

type Control = CheckoutView['exportControl']

const answerKey = 'POST /global/project/{projectId}/export-control'
const answeredAt = '2026-11-16T09:00:00.000Z'
const unanswered: Control = { standing: 'unanswered', answer: null, answeredAt: null, isFixed: false }

/** A server whose previews follow the stored answer. */
function aShop(start: Control = unanswered) {
  let control = start
  return {
    lines: [aLine('a')],
    view: () => ({ exportControl: control }),
    answers: {
      [answerKey]: ({ body }: { body: unknown }) => {
        const { answer } = body as { answer: NonNullable<Control['answer']> }
        control = { standing: answer === 'no' ? 'clear' : 'in-review', answer, answeredAt, isFixed: false }
        return data(answerKey, control)
      },
    },
  }
}

const card = () => section('Export control')

describe('the export-control question at the checkout', () => {
  it('takes the focus if it is unanswered, and lets the order pass after a confirmed "no"', async () => {
    const { user, gateway } = await openFilled(aShop())
    await user.click(orderButton())
    expect(document.activeElement?.getAttribute('data-section')).toBe('export')
    expect(card().getByText('Answer the question about export control')).toBeTruthy()
    expect(gateway.to(submit)).toEqual([])

    await user.click(card().getByRole('radio', { name: 'No' }))
    await user.click(card().getByRole('button', { name: 'Save the answer' }))
    expect(card().getByText('Confirm your answer')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(card().getByRole('checkbox', { name: /^I confirm/ })))
    expect(gateway.to(answerKey)).toEqual([])

    await user.click(card().getByRole('checkbox', { name: /^I confirm/ }))
    await user.click(card().getByRole('button', { name: 'Save the answer' }))
    expect(await card().findByText(/^Your answer: No/)).toBeTruthy()
    expect(gateway.to(answerKey)[0]?.body).toEqual({ answer: 'no', confirmed: true })

    await user.click(orderButton())
    await leftForProvider()
  })

  it('saves a complete answer with the order, without its own button', async () => {
    const { user, gateway } = await openFilled(aShop())
    await user.click(card().getByRole('radio', { name: 'No' }))
    await user.click(orderButton())
    expect(card().getByText('Confirm your answer')).toBeTruthy()
    expect([gateway.to(answerKey), gateway.to(submit)]).toEqual([[], []])

    await user.click(card().getByRole('checkbox', { name: /^I confirm/ }))
    await user.click(orderButton())
    await leftForProvider()
    expect(gateway.to(answerKey)[0]?.body).toEqual({ answer: 'no', confirmed: true })
    expect(gateway.to(submit)).toHaveLength(1)
  })

  it('saves an answer that needs a check with the order, and does not order', async () => {
    const { user, gateway } = await openFilled(aShop())
    await user.click(card().getByRole('radio', { name: 'Yes' }))
    await user.click(orderButton())

    expect(await card().findByText('This project cannot be ordered before our check')).toBeTruthy()
    expect(document.activeElement?.getAttribute('data-section')).toBe('export')
    expect(gateway.to(answerKey)[0]?.body).toMatchObject({ answer: 'yes' })
    expect([gateway.to(submit), isAtProvider()]).toEqual([[], false])
  })

  it('leads to a person after "I do not know", and can be answered again', async () => {
    const { user, gateway } = await openFilled(aShop())
    await user.click(card().getByRole('radio', { name: 'I do not know' }))
    await user.click(card().getByRole('button', { name: 'Save the answer' }))

    expect(await card().findByText('A member of our team has to check this project')).toBeTruthy()
    const contact = new URL(card().getByRole<HTMLAnchorElement>('link', { name: 'Write to us' }).href)
    expect(Object.fromEntries(contact.searchParams)).toMatchObject({ about: 'export', number: projectId })

    await user.click(orderButton())
    expect(card().getByText('This project cannot be ordered before our check')).toBeTruthy()
    expect([gateway.to(submit), isAtProvider()]).toEqual([[], false])

    await user.click(card().getByRole('button', { name: 'Change the answer' }))
    expect(document.activeElement?.getAttribute('data-section')).toBe('export')
    expect(card().getByRole<HTMLInputElement>('radio', { name: 'I do not know' }).checked).toBe(true)

    await user.click(card().getByRole('button', { name: 'Cancel' }))
    expect(card().getByText(/^Your answer: I do not know/)).toBeTruthy()
  })

  it('says that staff has checked the project, and that an ordered answer stays', async () => {
    await open(aShop({ standing: 'clear', answer: 'unknown', answeredAt, isFixed: true }))
    expect(await screen.findByText('Our team has checked this project: you can order.')).toBeTruthy()
    expect(card().getByText(/^Parts of this project were ordered with this answer/)).toBeTruthy()
    expect(card().queryByRole('button')).toBeNull()
  })

  it('keeps the choice and shows the reason if the answer could not be saved', async () => {
    const shop = aShop()
    const answers = { [answerKey]: () => refusal('EXPORT_ANSWER_FIXED', 'Already ordered') }
    const { user } = await openFilled({ ...shop, answers })
    await user.click(card().getByRole('radio', { name: 'Yes' }))
    await user.click(card().getByRole('button', { name: 'Save the answer' }))
    expect(await card().findByText('Already ordered')).toBeTruthy()
    expect(card().getByRole<HTMLInputElement>('radio', { name: 'Yes' }).checked).toBe(true)
  })

  it.each(['Save the answer', 'Order and pay $120.00'])(
    'leads to the order with which another tab has answered it, by "%s"',
    async (name) => {
      const money = { unitMinor: 5000, lineMinor: 10_000 }
      const order = { orderId, number: 'C-1001', isUnpaid: true, isCancellable: true, ...money }
      const part = aLine('a')
      const lines = [part]
      const answers = {
        [answerKey]: () => {
          lines[0] = { ...part, status: 'ordered', order }
          return refusal('EXPORT_ANSWER_FIXED', 'Already ordered')
        },
      }
      const { user } = await openFilled({ ...aShop(), lines, answers })
      await user.click(card().getByRole('radio', { name: 'No' }))
      await user.click(card().getByRole('checkbox', { name: /^I confirm/ }))
      await user.click(screen.getByRole('button', { name }))

      expect(await screen.findByRole('heading', { name: 'All parts are ordered' })).toBeTruthy()
    },
  )

  it('shows what the server refused at the submission', async () => {
    let isRefused = false
    const view = (): Partial<CheckoutView> =>
      isRefused ? { exportControl: { ...unanswered, standing: 'in-review', answer: 'yes', answeredAt } } : {}
    const answers = {
      [submit]: () => {
        isRefused = true
        return refusal('EXPORT_IN_REVIEW', 'In review')
      },
    }
    const { user } = await openFilled({ view, answers })
    await user.click(orderButton())
    await waitFor(() => expect(card().getByText('A member of our team has to check this project')).toBeTruthy())
    expect(screen.getByText('In review')).toBeTruthy()
  })
})
