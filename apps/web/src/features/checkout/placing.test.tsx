import type { CheckoutView } from '@cotation/contracts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, adaProfile, type Call, data, refusal } from '#lib/testing/gateway-stub.ts'
import { aCoupon, projectId } from '#lib/testing/views.ts'
import { aCheckoutView, aLine, anOrderPayment, aProject, aTotal, orderId } from './checkout.fixture.ts'
import {
  aServer,
  type Basket,
  basket,
  isAtProvider,
  leftForProvider,
  open,
  openFilled,
  orderButton,
  placed,
  preview,
  sent,
  submit,
  summary,
  total,
} from './checkout-screen.fixture.tsx'

const me = 'GET /global/account/me'
const mail = 'POST /global/payment/order/{orderId}/link/mail'

describe('placing an order', () => {
  it('sends the accepted price of a card order and redirects to the provider', async () => {
    const { user, gateway } = await openFilled()
    await user.click(screen.getByRole('checkbox', { name: /Pay \$50.00 from the balance first/ }))
    await user.type(screen.getByRole('textbox', { name: /Purchase order number/ }), 'PO 7')
    await user.click(orderButton())
    await leftForProvider()

    expect(gateway.to(submit)[0]?.body).toMatchObject({
      acceptedPriceKey: 'price of 1',
      poNumber: 'PO 7',
      agreeTerms: true,
      payment: { method: 'card', useBalance: true },
    })
  })

  it.each([
    ['Bank transfer', 'Order and get the bank details', 'payment?order='],
    ['Someone else pays', 'Order and get a payment link', 'payment?order='],
  ])('opens the payment page after an order by %s', async (method, button, path) => {
    const answers: Answers = {
      [submit]: () => placed(null),
      'GET /global/payment/order/{orderId}': () => refusal('NOT_FOUND', 'x'),
    }
    const { user, place } = await openFilled({ answers })
    await user.click(screen.getByRole('radio', { name: method }))
    await user.click(summary().getByRole('button', { name: button }))
    await waitFor(() => expect(place()).toContain(`/checkout/${path}${orderId}`))
  })

  it('forwards the quote: places the order once, then mails the link to the purchaser', async () => {
    let isDown = true
    const answers: Answers = {
      [me]: () => data(me, { ...adaProfile, company: 'Engines Ltd' }),
      [submit]: () => placed(null),
      [mail]: () => (isDown ? refusal('BUSY', 'busy') : data(mail, anOrderPayment())),
      'GET /global/payment/order/{orderId}': () => refusal('NOT_FOUND', 'x'),
    }
    const { user, gateway, place } = await open({ lines: [aLine('a')], answers }, '&forward=1')
    await total('$120.00')
    expect(screen.getByRole('heading', { level: 1, name: 'Forward to a purchaser' })).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Someone else pays' }).checked).toBe(true)
    await waitFor(() => expect(screen.getByDisplayValue('Ada Lovelace')).toBeTruthy())

    await user.type(screen.getByRole('textbox', { name: /^Purchase order number/ }), 'PO 7')
    await user.click(screen.getByRole('checkbox', { name: /I agree/ }))
    await user.click(summary().getByRole('button', { name: 'Order and send the link' }))
    expect(gateway.to(submit)).toEqual([])

    await user.type(screen.getByRole('textbox', { name: /^E-mail address of the purchaser/ }), 'buyer@example.com')
    await user.click(summary().getByRole('button', { name: 'Order and send the link' }))
    await waitFor(() => expect(gateway.to(mail)).toHaveLength(1))

    isDown = false
    await user.click(summary().getByRole('button', { name: 'Order and send the link' }))
    await waitFor(() => expect(place()).toContain(`/checkout/payment?order=${orderId}&agency=1`))

    const [first, second] = gateway.to(submit).map(sent)
    expect(second?.submissionKey).toBe(first?.submissionKey)
    expect(first?.payment).toMatchObject({ method: 'agency' })
    expect(gateway.to(mail).at(-1)?.body).toEqual({
      requester: 'Ada Lovelace',
      company: 'Engines Ltd',
      showsPoNumber: true,
      showsParts: true,
      language: 'en',
      recipients: ['buyer@example.com'],
      message: '',
    })
  })

  it('lets a visitor log in first and come back to forward the quote', async () => {
    const gateway = aServer({ lines: [aLine('a')] })
    const { place } = await renderApp(`/checkout?project=${projectId}&forward=1`)
    await waitFor(() => expect(place()).toContain('/login?redirect='))

    const { searchParams } = new URL(place(), 'http://x')
    expect(searchParams.get('redirect')).toBe(`/checkout?project=${projectId}&forward=1`)
    expect(gateway.to(submit)).toEqual([])
  })

  it('sends one request for two clicks (PAY-2)', async () => {
    let release = () => {}
    const answers: Answers = {
      [submit]: async () => {
        await new Promise<void>((resolve) => (release = resolve))
        return placed()
      },
    }
    const { user, gateway } = await openFilled({ answers })
    await user.dblClick(orderButton())
    await waitFor(() => expect(gateway.to(submit)).toHaveLength(1))
    release()
    await leftForProvider()

    expect(gateway.to(submit)).toHaveLength(1)
  })

  it('retries with the same key after a lost response, even after a reload (PAY-2)', async () => {
    let down = true
    const lines = [aLine('a')]
    const answers: Answers = {
      [submit]: () => {
        if (down) throw new Error('no line')
        return placed()
      },
    }
    const first = await openFilled({ lines, answers })
    await first.user.click(orderButton())

    expect(await summary().findByText(/the order will be placed only once/)).toBeTruthy()

    await first.user.click(orderButton())
    await waitFor(() => expect(first.gateway.to(submit)).toHaveLength(2))

    const keys = first.gateway.to(submit).map((call) => sent(call).submissionKey)
    down = false
    cleanup()

    const second = await openFilled({ lines, answers })
    await second.user.click(orderButton())
    await leftForProvider()

    const again = sent(second.gateway.to(submit)[0] as Call).submissionKey
    expect(new Set([...keys, again]).size).toBe(1)
    expect(again).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  })

  it('uses a new key for other lines and for the next visit after a response', async () => {
    const lines = [aLine('a'), aLine('b')]
    const keyOfVisit = async (query = '') => {
      cleanup()
      const { user, gateway } = await openFilled({ lines }, query, query === '' ? '$220.00' : '$120.00')
      await user.click(orderButton())
      await waitFor(() => expect(gateway.to(submit)).toHaveLength(1))
      return sent(gateway.to(submit)[0] as Call).submissionKey
    }
    const keys = [await keyOfVisit(), await keyOfVisit(`&lines=${lines[0]?.id}`), await keyOfVisit()]

    expect(new Set(keys).size).toBe(3)
  })

  it('names the unpaid order of a part and orders the others (PAY-5)', async () => {
    const order = { orderId, number: 'C-1001', isUnpaid: true, isCancellable: true, unitMinor: 100, lineMinor: 100 }
    const lines = [aLine('a'), { ...aLine('b'), status: 'ordered' as const, order }]
    const { user, gateway } = await openFilled({ lines })

    const pay = screen.getByRole('link', { name: 'Pay order C-1001' })
    expect(pay.getAttribute('href')).toContain(`/checkout/payment?order=${orderId}`)
    const cancel = screen.getByRole('link', { name: 'Cancel order C-1001' })
    expect(cancel.getAttribute('href')).toContain('#cancel')
    expect(screen.queryByRole('checkbox', { name: /Order b/ })).toBeNull()

    await user.click(orderButton())
    await waitFor(() => expect(gateway.to(submit)).toHaveLength(1))
    expect(sent(gateway.to(submit)[0] as Call).lineIds).toEqual([lines[0]?.id])
  })

  describe('of parts that are ordered already', () => {
    const order = { orderId, number: 'C-1001', isUnpaid: true, isCancellable: true, unitMinor: 100, lineMinor: 100 }
    const ordered = (name: string) => aLine(name, { status: 'ordered', order })

    const expectOrder = () => {
      const pay = screen.getAllByRole('link', { name: 'Pay order C-1001' })
      expect(pay[0]?.getAttribute('href')).toContain(`/checkout/payment?order=${orderId}`)
      const see = screen.getByRole('link', { name: 'See order C-1001' })
      expect(see.getAttribute('href')).toContain(`/user/order/detail/${orderId}`)
    }

    it('names their order and leads to its payment after the back button', async () => {
      const part = ordered('a')
      const other = aLine('b')
      const { gateway, user } = await open({ lines: [part, other] }, `&lines=${part.id}`)

      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This part is ordered')
      expectOrder()
      expect(screen.queryByText(/Select at least one/)).toBeNull()
      expect(gateway.to(preview)).toEqual([])

      await user.click(screen.getByRole('link', { name: 'Order the other part' }))
      expect(await screen.findByRole('checkbox', { name: 'Order b' })).toHaveProperty('checked', true)
      await total('$120.00')
    })

    it('names it although another part still needs a decision', async () => {
      await open({ lines: [ordered('a'), aLine('b', { status: 'needs-decision' })] })
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This part is ordered')
      expectOrder()
    })

    it('brings the title into view, and gives it the focus', async () => {
      const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
      await open({ lines: [ordered('a')] })

      const title = screen.getByRole('heading', { level: 1 })
      await waitFor(() => expect(document.activeElement).toBe(title))
      expect(scrollTo).toHaveBeenLastCalledWith({ top: 0, behavior: 'instant' })
      scrollTo.mockRestore()
    })

    it('shows it when the browser restores the page that the order was placed on', async () => {
      const lines = [aLine('a'), aLine('b')]
      const { user } = await openFilled({ lines }, `&lines=${lines[0]?.id}`)
      await user.click(orderButton())
      await leftForProvider()

      lines[0] = { ...lines[0], ...ordered('a'), id: lines[0]?.id ?? '' }
      const restored = Object.assign(new Event('pageshow'), { persisted: true })
      act(() => void window.dispatchEvent(restored))

      expect(await screen.findByRole('heading', { name: 'This part is ordered' })).toBeTruthy()
      expectOrder()
    })

    it.each([
      ['the only part of the project', []],
      ['a part beside another that was not chosen', [aLine('b')]],
    ])('says why the order of a second tab is refused: %s', async (_case, others) => {
      const chosen = aLine('a')
      const lines = [chosen, ...others]
      const words = 'A part of this order already waits for its payment in order C-1001.'
      const answers: Answers = {
        [submit]: () => {
          lines[0] = { ...ordered('a'), id: chosen.id }
          return refusal('ORDER_OPEN', words)
        },
      }
      const left = { lineId: chosen.id, name: 'a', status: 'ordered', order }
      const view = () => (lines[0]?.status === 'ordered' ? { lines: [], left: [left], total: null } : {})
      const { user } = await openFilled({ lines, view, answers }, `&lines=${chosen.id}`)
      await user.click(orderButton())

      const alert = await screen.findByRole('alert')
      expect(alert.textContent).toContain(words)
      expect(await screen.findByRole('heading', { level: 1, name: /ordered$/ })).toBeTruthy()
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('alert')))
      expectOrder()
    })
  })

  it('saves a comment that is still being typed before the order is sent', async () => {
    const line = aLine('a')
    const patch = 'PATCH /global/project/{projectId}/lines'
    const answers: Answers = {
      [patch]: ({ body }) => {
        const [change] = (body as { changes: { comment: string }[] }).changes
        return data(patch, { revision: 2, lines: [{ ...line, comment: change?.comment ?? '' }] })
      },
    }
    const { user, gateway } = await openFilled({ lines: [line], answers })
    expect(document.querySelector('details textarea')).toBeNull()
    await user.click(screen.getByText('Comment and drawings'))
    await user.type(await screen.findByRole('textbox', { name: 'Comment for the workshop' }), 'Deburr')
    await user.click(orderButton())
    await leftForProvider()

    const order = gateway.calls.map(({ key }) => key).filter((key) => /lines$|submit$/.test(key))
    expect(order).toEqual([`PATCH /global/project/${projectId}/lines`, submit])
  })
})

describe('a price that changes before the submit (MON-6)', () => {
  it('shows the old and the new price and orders only after acceptance', async () => {
    let minor = 10_000
    const answers: Answers = {
      [submit]: (call) =>
        sent(call).acceptedPriceKey === 'key 15000' ? placed() : refusal('PRICE_CHANGED', 'The price has changed.'),
    }
    const { user, gateway } = await openFilled({
      answers,
      view: ({ carrier }) => (carrier ? { total: aTotal(minor), priceKey: `key ${minor}` } : {}),
    })
    minor = 15_000
    await user.click(orderButton())

    const dialog = within(await screen.findByRole('dialog', { name: 'Your order has changed' }))
    expect([dialog.getByText('$120.00').tagName, dialog.getByText('$170.00').tagName]).toEqual(['S', 'STRONG'])
    expect(isAtProvider()).toBe(false)

    await user.click(dialog.getByRole('button', { name: 'Order for $170.00' }))
    await leftForProvider()

    const keys = gateway.to(submit).map((call) => sent(call).submissionKey)
    expect(new Set(keys).size).toBe(1)
  })

  it('names the part and its quantity that another tab has changed (E7)', async () => {
    const lines = [aLine('bracket.step'), aLine('lid.step')]
    let quantity = 2
    const answers: Answers = {
      [preview]: () => {
        const view = aCheckoutView(lines, { priceKey: `key ${quantity}` })
        const [bracket, ...others] = view.lines
        if (!bracket) throw new Error('no line')
        const changed = { ...bracket, quantity, totalMinor: 5000 * quantity }
        return data(preview, { ...view, lines: [changed, ...others], total: aTotal(5000 * quantity + 10_000, 2) })
      },
      [submit]: (call) => (sent(call).acceptedPriceKey === 'key 8' ? placed() : refusal('PRICE_CHANGED', 'x')),
    }
    const { user } = await openFilled({ lines, answers }, '', '$220.00')
    quantity = 8
    await user.click(orderButton())

    const element = await screen.findByRole('dialog', { name: 'Your order has changed' })
    const dialog = within(element)
    expect(dialog.getByText('bracket.step')).toBeTruthy()
    expect(dialog.getByText('Quantity: 8 (was 2)')).toBeTruthy()
    expect(dialog.getByText('Price of the parts: $400.00 (was $100.00)')).toBeTruthy()
    expect(dialog.queryByText('lid.step')).toBeNull()

    // Screen readers read the list as the description of the dialog.
    const described = document.getElementById(element.getAttribute('aria-describedby') ?? '')
    expect(described?.textContent).toContain('Quantity: 8 (was 2)')
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Review it first' }))

    await user.click(dialog.getByRole('button', { name: 'Order for $520.00' }))
    await leftForProvider()
  })

  it.each([
    ['is no longer ready', 'LINE_NOT_READY'],
    ['was removed', 'NOT_FOUND'],
  ] as const)('names a part that %s in another tab, and orders the others', async (_, code) => {
    const kept = aLine('bracket.step')
    const lost = aLine('lid.step')
    const read = 'GET /global/project/{projectId}'
    let isLost = false
    const remaining = () => {
      if (!isLost) return [kept, lost]
      return code === 'NOT_FOUND' ? [kept] : [kept, { ...lost, status: 'needs-decision' as const }]
    }
    const answers: Answers = {
      [read]: () => data(read, { revision: 1, project: aProject(remaining()) }),
      [preview]: (call) => {
        const asksForLost = basket(call).lineIds.includes(lost.id)
        if (!isLost) return data(preview, aCheckoutView([kept, lost]))
        if (asksForLost && code === 'NOT_FOUND') return refusal('NOT_FOUND', 'Not found.')

        const left = [{ lineId: lost.id, name: lost.name, status: 'needs-decision', order: null }]
        return data(preview, aCheckoutView([kept], { left: asksForLost ? left : [] }))
      },
      [submit]: (call) => (sent(call).lineIds.includes(lost.id) ? refusal(code, 'x') : placed()),
    }
    const { user, gateway } = await openFilled({ answers }, '', '$220.00')
    isLost = true
    await user.click(orderButton())

    const dialog = within(await screen.findByRole('dialog', { name: 'Your order has changed' }))
    expect(dialog.getByText('lid.step')).toBeTruthy()
    expect(dialog.getByText('No longer in this order')).toBeTruthy()

    await user.click(dialog.getByRole('button', { name: 'Order for $120.00' }))
    await leftForProvider()
    expect(sent(gateway.to(submit).at(-1) as Call).lineIds).toEqual([kept.id])
  })

  it('lists eight parts at most, so that the total stays in sight', async () => {
    const lines = Array.from({ length: 10 }, (_, at) => aLine(`part ${at}`))
    let unitMinor = 5000
    const answers: Answers = {
      [preview]: () => {
        const view = aCheckoutView(lines)
        return data(preview, { ...view, lines: view.lines.map((line) => ({ ...line, unitMinor })) })
      },
      [submit]: () => refusal('PRICE_CHANGED', 'x'),
    }
    const { user } = await openFilled({ lines, answers }, '', '$1,020.00')
    unitMinor = 6000
    await user.click(orderButton())

    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getAllByText('Price each: $60.00 (was $50.00)')).toHaveLength(8)
    expect(dialog.getByText('And 2 more parts')).toBeTruthy()
  })

  it('names the parts that are not ready with the new prices of an expired quote', async () => {
    const lines = [aLine('bracket.step'), aLine('lid.step')]
    const requote = 'POST /global/project/{projectId}/requote'
    const unready = lines.map((line, at) => (at === 1 ? { ...line, status: 'manual-quote' as const } : line))
    const answers: Answers = {
      [submit]: () => refusal('QUOTE_EXPIRED', 'These prices are no longer valid.'),
      [requote]: () => data(requote, aProject(unready)),
    }
    const { user } = await openFilled({ lines, answers }, '', '$220.00')
    await user.click(orderButton())

    const dialog = within(await screen.findByRole('dialog', { name: 'The prices have expired' }))
    await user.click(dialog.getByRole('button', { name: 'Update prices' }))
    expect(await dialog.findByText(/these parts are no longer ready: lid\.step\./)).toBeTruthy()
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Review it first' }))
  })

  it('requotes an expired price before the order', async () => {
    let isNew = false
    const lines = [aLine('a')]
    const requote = 'POST /global/project/{projectId}/requote'
    const answers: Answers = {
      [submit]: () => (isNew ? placed() : refusal('QUOTE_EXPIRED', 'These prices are no longer valid.')),
      [requote]: () => {
        isNew = true
        return data(requote, aProject(lines))
      },
    }

    const view = ({ carrier }: Basket) => (carrier && isNew ? { total: aTotal(11_000) } : {})
    const { user } = await openFilled({ lines, answers, view })
    await user.click(orderButton())

    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Update prices' }))
    await user.click(await dialog.findByRole('button', { name: 'Order for $130.00' }))
    await leftForProvider()
  })
})

describe('the coupon of an order', () => {
  it('offers the coupons of the customer and shows the discount', async () => {
    const ten = aCoupon()
    const view = ({ couponId, carrier }: Basket): Partial<CheckoutView> => ({
      coupons: [ten],
      ...(couponId && carrier ? { total: { ...aTotal(10_000), discountMinor: 1000 } } : {}),
    })
    const { user, gateway } = await open({ lines: [aLine('a')], view })

    await total('$120.00')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Coupon' }), ten.id)

    expect(await screen.findByText('Takes $10.00 off this order.')).toBeTruthy()
    expect(basket(gateway.to(preview).at(-1) as Call).couponId).toBe(ten.id)
  })

  it('redeems a code and selects the new coupon', async () => {
    const redeem = 'POST /global/account/promoCode/redeem'
    const coupon = aCoupon()
    const answers: Answers = {
      [redeem]: ({ body }) =>
        (body as { code: string }).code === 'SPRING'
          ? data(redeem, coupon)
          : refusal('COUPON_CODE_INVALID', 'This code does not exist.'),
    }
    const { user, gateway } = await open({ lines: [aLine('a')], answers, view: () => ({ coupons: [coupon] }) })

    await total('$120.00')

    const code = screen.getByRole('textbox', { name: 'Have a code?' })
    await user.type(code, 'WRONG{Enter}')

    expect(await screen.findByText('This code does not exist.')).toBeTruthy()

    await user.clear(code)
    await user.type(code, 'SPRING{Enter}')
    await waitFor(() => expect(basket(gateway.to(preview).at(-1) as Call).couponId).toBe(coupon.id))
  })

  it('removes a coupon that can no longer be used and explains it', async () => {
    const ten = aCoupon()
    const lines = [aLine('a')]
    const answers: Answers = {
      [preview]: (call) =>
        basket(call).couponId
          ? refusal('COUPON_UNUSABLE', 'x')
          : data(preview, aCheckoutView(lines, { coupons: [ten] })),
    }
    const { user, gateway } = await open({ lines, answers })

    await total('$120.00')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Coupon' }), ten.id)

    expect(await screen.findByText(/can no longer be used/)).toBeTruthy()

    await waitFor(() => expect(basket(gateway.to(preview).at(-1) as Call).couponId).toBeNull())
    await total('$120.00')
  })

  it('is removed and explained when another order has used it before this one', async () => {
    const ten = aCoupon()
    const lines = [aLine('a')]
    let isUsed = false
    const answers: Answers = {
      [preview]: (call) =>
        isUsed && basket(call).couponId
          ? refusal('COUPON_UNUSABLE', 'x')
          : data(preview, aCheckoutView(lines, { coupons: isUsed ? [] : [ten] })),
      [submit]: () => {
        isUsed = true
        return refusal('COUPON_UNUSABLE', 'x')
      },
    }
    const { user, gateway } = await openFilled({ lines, answers })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Coupon' }), ten.id)
    await waitFor(() => expect(basket(gateway.to(preview).at(-1) as Call).couponId).toBe(ten.id))
    await total('$120.00')
    await user.click(orderButton())

    expect(await screen.findByText(/can no longer be used/)).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Coupon' })).toBeNull())
  })
})
