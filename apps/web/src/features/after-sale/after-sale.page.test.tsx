import type { ClaimView } from '@cotation/contracts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { queryClient } from '#lib/gateway/query-client.ts'
import { type Answers, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { enterText, press } from '#lib/testing/user-actions.ts'
import { uuid } from '#lib/testing/views.ts'
import { wholeText } from '#lib/testing/whole-text.ts'
import { aClaim, anOrderToClaim, aWorkOrder, orderId } from './after-sale.fixture.ts'

const list = 'GET /global/afterSale/claim'
const get = 'GET /global/afterSale/claim/{claimId}'
const toClaim = 'GET /global/afterSale/order/{orderId}'
const claim = 'POST /global/afterSale/order/{orderId}/claim'
const answer = 'POST /global/afterSale/claim/{claimId}/answer'
const withdraw = 'POST /global/afterSale/claim/{claimId}/withdraw'
const photo = 'POST /global/afterSale/photo'
const workOrder = 'GET /global/afterSale/workOrder'
const place = 'POST /global/afterSale/order'
const path = '/user/order/after-sale'

beforeEach(() => {
  // Drafts of other tests.
  sessionStorage.clear()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }))
})

async function open(answers: Answers, query = '') {
  const gateway = stubGateway(answers)
  return { gateway, ...(await renderApp(`${path}${query}`, { token: 'real' })) }
}

const listOf = (...claims: ReturnType<typeof aClaim>[]): Answers => ({
  [list]: () =>
    data(list, {
      claims,
      total: claims.length,
      claimable: [{ id: orderId, number: 'C-26-10001', until: '2026-12-14T12:00:00.000Z' }],
    }),
})

const addPhotos = async (...names: string[]) => {
  const files = names.map((name) => new File(['x'], name, { type: 'image/png' }))
  await userEvent.upload(await screen.findByLabelText('Add photos', { selector: 'input' }), files)
}

describe('the claims of a customer (spec 2, /user/order/after-sale)', () => {
  it('say their state and what to do next', async () => {
    const reprint = { id: uuid(), number: 'C-26-10009', status: 'in_production' } as const
    await open(
      listOf(
        aClaim({ state: 'accepted', workOrderNumber: 'W-26-10001', can: { order: true } }),
        aClaim({ state: 'accepted', workOrderNumber: 'W-26-10002', reprint }),
        aClaim({ state: 'credited', settledMinor: 1250 }),
        aClaim({
          state: 'rejected',
          history: [
            ...aClaim().history,
            {
              at: '2026-11-15T12:00:00.000Z',
              to: 'rejected',
              by: 'staff',
              text: 'It is within the tolerance.',
              photoIds: [],
            },
          ],
        }),
      ),
    )
    const headings = await screen.findAllByRole('heading', { name: 'Order C-26-10001' })
    const [accepted, ordered, credited] = headings.map((heading) => heading.closest('li'))
    if (!accepted || !ordered || !credited) throw new Error('a claim is missing')

    expect(
      within(accepted).getByText(wholeText('Place the after-sale order with work order number W-26-10001.')),
    ).toBeTruthy()
    const link = within(accepted).getByRole('link', { name: 'Place the after-sale order for W-26-10001' })
    expect(link.getAttribute('href')).toContain('tab=order&number=C-26-10001&workOrder=W-26-10001')
    expect(within(ordered).getByText('Being made again')).toBeTruthy()
    expect(within(ordered).getByRole('link', { name: 'C-26-10009' }).getAttribute('href')).toContain(reprint.id)
    expect(within(credited).getByText('$12.50 was added to your balance.')).toBeTruthy()
    expect(screen.getByText('We could not accept this claim. Reason: It is within the tolerance.')).toBeTruthy()
  })

  it('begin with an order that was delivered lately', async () => {
    const { place: address } = await open({ ...listOf(), [toClaim]: () => data(toClaim, anOrderToClaim) })
    expect(await screen.findByText('You can report a problem here or on the page of a delivered order.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Report a problem' }))
    expect(await screen.findByRole('heading', { name: 'Report a problem with order C-26-10001' })).toBeTruthy()
    expect(address()).toContain(`order=${orderId}`)
  })
})

describe('the claim form', () => {
  const withOrder: Answers = { [toClaim]: () => data(toClaim, anOrderToClaim) }
  const query = `?order=${orderId}`

  it('names everything that is missing, and keeps what was typed', async () => {
    const { gateway } = await open(withOrder, query)
    await enterText('Describe the problem', 'The hole is too small.')
    await press('Send the claim')
    for (const text of ['Select at least one product.', 'Choose what is wrong.', 'Add at least one photo.'])
      expect(await screen.findByText(text)).toBeTruthy()

    await userEvent.click(screen.getByRole('checkbox', { name: 'Bracket' }))
    await userEvent.selectOptions(screen.getByLabelText('What is wrong?'), 'dimension')
    await press('Send the claim')
    expect(await screen.findByText('Enter a whole number of parts, at least 1.')).toBeTruthy()
    expect(screen.getByText('Add at least one photo.')).toBeTruthy()

    await userEvent.type(screen.getByLabelText('How many of Bracket?'), '4')
    await press('Send the claim')
    expect(await screen.findByText(/^This is more than can still be claimed\./)).toBeTruthy()
    expect(screen.getByText('Add at least one photo.')).toBeTruthy()
    expect(screen.getByLabelText('Describe the problem')).toHaveProperty('value', 'The hole is too small.')
    expect(gateway.to(claim)).toEqual([])
  })

  it('focuses the missing photo, and asks for none once parts are missing', async () => {
    await open(withOrder, query)
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Bracket' }))
    await userEvent.type(screen.getByLabelText('How many of Bracket?'), '2')
    await userEvent.selectOptions(screen.getByLabelText('What is wrong?'), 'surface')
    await enterText('Describe the problem', 'A scratch')
    await press('Send the claim')
    expect(await screen.findByText('Add at least one photo.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add photos' }))

    await userEvent.selectOptions(screen.getByLabelText('What is wrong?'), 'missing')
    expect(screen.queryByText('Add at least one photo.')).toBeNull()
  })

  it('keeps a text that is too long, counts it and says the limit', async () => {
    const { gateway } = await open(withOrder, query)
    const field = await screen.findByLabelText('Describe the problem')
    await userEvent.click(field)
    await userEvent.paste('x'.repeat(1599))
    expect(screen.queryByText(/characters$/)).toBeNull()
    await userEvent.paste('x')
    expect(screen.getByText('1,600 / 2,000 characters')).toBeTruthy()

    await userEvent.paste('x'.repeat(3400))
    expect(field).toHaveProperty('value', 'x'.repeat(5000))
    expect(screen.getByText('3,000 characters too many: the limit is 2,000. Shorten the text.')).toBeTruthy()
    expect(field.getAttribute('aria-invalid')).toBe('true')
    await press('Send the claim')
    expect(gateway.to(claim)).toEqual([])
  })

  it('keeps what was entered when the page is reloaded, photos too', async () => {
    const photoId = uuid()
    const answers: Answers = {
      ...withOrder,
      [photo]: () => data(photo, { photoId }),
      'GET /global/afterSale/photo/{photoId}': () => ({ status: 200, body: 'x' }),
    }
    await open(answers, query)
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Bracket' }))
    await userEvent.type(screen.getByLabelText('How many of Bracket?'), '2')
    await userEvent.selectOptions(screen.getByLabelText('What is wrong?'), 'surface')
    await enterText('Describe the problem', 'A scratch')
    await addPhotos('a.png')
    await screen.findByRole('button', { name: 'Remove photo 1' })

    cleanup()
    await open(answers, query)
    expect(await screen.findByLabelText('How many of Bracket?')).toHaveProperty('value', '2')
    expect(screen.getByLabelText('What is wrong?')).toHaveProperty('value', 'surface')
    expect(screen.getByLabelText('Describe the problem')).toHaveProperty('value', 'A scratch')
    expect(await screen.findByRole('img', { name: 'Photo 1' })).toBeTruthy()
  })

  it('sends an edited form under another key after the first claim was found to exist', async () => {
    const answers: Answers = { ...withOrder, [claim]: () => refusal('CLAIM_SENT', 'Your claim has reached us.') }
    const { gateway } = await open(answers, query)
    const send = async () => {
      await userEvent.click(await screen.findByRole('checkbox', { name: 'Bracket' }))
      await userEvent.type(screen.getByLabelText('How many of Bracket?'), '2')
      await userEvent.selectOptions(screen.getByLabelText('What is wrong?'), 'missing')
      await enterText('Describe the problem', 'Two are missing')
      await press('Send the claim')
      expect(await screen.findByText('Your claim has reached us.')).toBeTruthy()
    }
    await send()

    cleanup()
    const next = await open(answers, query)
    await send()
    const keys = [...gateway.to(claim), ...next.gateway.to(claim)].map(({ body }) => body as { submissionKey: string })
    expect(new Set(keys.map(({ submissionKey }) => submissionKey)).size).toBe(2)
  })

  it('offers no product whose parts are all claimed', async () => {
    await open(withOrder, query)
    expect(await screen.findByRole('checkbox', { name: 'Cover' })).toHaveProperty('disabled', true)
    expect(screen.getByText('All parts are claimed already')).toBeTruthy()
  })

  it('sends products, reason, text and photos, and shows the claim', async () => {
    const made = aClaim()
    const photoId = uuid()
    let sent = 0
    const { gateway, place: address } = await open(
      {
        ...withOrder,
        [photo]: () => {
          sent++
          return sent === 2 ? refusal('IMAGE_UNSUPPORTED', 'Choose a JPEG.') : data(photo, { photoId })
        },
        [claim]: () => data(claim, made),
        [get]: () => data(get, made),
      },
      query,
    )
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Bracket' }))
    await userEvent.type(screen.getByLabelText('How many of Bracket?'), '2')
    await userEvent.selectOptions(screen.getByLabelText('What is wrong?'), 'surface')
    await enterText('Describe the problem', 'A scratch')
    await addPhotos('a.png', 'b.png')

    expect(await screen.findByText('“b.png” could not be added. Choose a JPEG.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Remove photo 1' })).toBeTruthy()

    await press('Send the claim')
    expect(await screen.findByRole('heading', { name: 'Claim about order C-26-10001' })).toBeTruthy()
    expect(address()).toContain(`claim=${made.id}`)
    expect(gateway.to(claim).map(({ body }) => body)).toEqual([
      {
        submissionKey: expect.any(String),
        lines: [{ lineId: anOrderToClaim.lines[0]?.lineId, quantity: 2, place: null }],
        reason: 'surface',
        text: 'A scratch',
        photoIds: [photoId],
      },
    ])
  })

  it('shows the counts that a second tab has changed, marks the field and keeps text and photos', async () => {
    const [bracket, cover] = anOrderToClaim.lines
    if (!bracket || !cover) throw new Error('a product is missing')

    let left = 3
    const { gateway } = await open(
      {
        [toClaim]: () => data(toClaim, { ...anOrderToClaim, lines: [{ ...bracket, left }, cover] }),
        [photo]: () => data(photo, { photoId: uuid() }),
        [claim]: () => {
          left--
          return refusal('CLAIM_QUANTITY', 'Too many.', [
            { path: 'lines.0.quantity', code: 'CLAIM_QUANTITY', message: 'More than is left.' },
          ])
        },
      },
      query,
    )

    await userEvent.click(await screen.findByRole('checkbox', { name: 'Bracket' }))
    const quantity = screen.getByLabelText('How many of Bracket?')
    expect(quantity).toHaveProperty('required', true)

    await userEvent.type(quantity, '3')
    await userEvent.selectOptions(screen.getByLabelText('What is wrong?'), 'surface')
    await enterText('Describe the problem', 'A scratch')
    await addPhotos('a.png')
    await screen.findByRole('button', { name: 'Remove photo 1' })
    expect(screen.queryByText('The quantities have changed in the meantime')).toBeNull()

    await press('Send the claim')
    expect(await screen.findByText('More than is left.')).toBeTruthy()
    expect(quantity.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('Bracket: 2 parts can be claimed, instead of 3.')).toBeTruthy()
    expect(screen.getByText('2 of 5 can be claimed')).toBeTruthy()
    expect(quantity).toHaveProperty('value', '3')
    expect(screen.getByLabelText('Describe the problem')).toHaveProperty('value', 'A scratch')
    expect(screen.getByRole('button', { name: 'Remove photo 1' })).toBeTruthy()

    await press('Send the claim')
    expect(await screen.findByText(/^This is more than can still be claimed\./)).toBeTruthy()
    expect(gateway.to(claim)).toHaveLength(1)
  })

  it('lets a product be deselected whose parts were all claimed in the meantime', async () => {
    const [bracket, cover] = anOrderToClaim.lines
    if (!bracket || !cover) throw new Error('a product is missing')
    let left = 1
    await open(
      {
        [toClaim]: () => data(toClaim, { ...anOrderToClaim, lines: [{ ...bracket, left }, cover] }),
        [claim]: () => {
          left = 0
          return refusal('CLAIM_QUANTITY', 'Too many.', [
            { path: 'lines.0.quantity', code: 'CLAIM_NONE_LEFT', message: 'None is left.' },
          ])
        },
      },
      query,
    )
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Bracket' }))
    await userEvent.type(screen.getByLabelText('How many of Bracket?'), '1')
    await userEvent.selectOptions(screen.getByLabelText('What is wrong?'), 'missing')
    await enterText('Describe the problem', 'One is missing')
    await press('Send the claim')

    expect(await screen.findByText('Bracket: no part can be claimed any more, instead of 1.')).toBeTruthy()
    await press('Send the claim')
    expect(await screen.findByText('All parts of this product are claimed already. Untick it.')).toBeTruthy()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Bracket' }))
    expect(screen.queryByLabelText('How many of Bracket?')).toBeNull()
    expect(screen.getByRole('checkbox', { name: 'Bracket' })).toHaveProperty('disabled', true)
  })

  it('says why an order cannot be claimed', async () => {
    await open({ [toClaim]: () => refusal('CLAIM_TOO_LATE', 'The 30 days are over.') }, query)
    expect(await screen.findByText('The 30 days are over.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All claims' })).toBeTruthy()
  })
})

describe('a claim', () => {
  it('takes the answer to the latest question, which its field refers to', async () => {
    const question = (at: string, text: string): ClaimView['history'][number] => ({
      at,
      to: 'question',
      by: 'staff',
      text,
      photoIds: [],
    })

    const asked = aClaim({
      state: 'question',
      history: [
        ...aClaim().history,
        question('2026-11-15T12:00:00.000Z', 'Which hole?'),
        { at: '2026-11-15T13:00:00.000Z', to: 'open', by: 'customer', text: 'The left one.', photoIds: [] },
        question('2026-11-15T14:00:00.000Z', 'Which size?'),
      ],
      can: { answer: true, withdraw: true },
    })
    const { gateway } = await open(
      { [get]: () => data(get, asked), [answer]: () => data(answer, { ...asked, state: 'open', can: aClaim().can }) },
      `?claim=${asked.id}`,
    )

    const field = await screen.findByRole('textbox', { name: 'Answer', description: 'Which size?' })
    expect(field).toHaveProperty('required', true)
    await press('Send the answer')
    expect(await screen.findByText('Write a text: describe the problem or answer the question.')).toBeTruthy()

    await enterText('Answer', '9.6 mm')
    await press('Send the answer')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Send the answer' })).toBeNull())
    expect(screen.queryByRole('heading', { name: 'Your answer is not sent' })).toBeNull()
    expect(gateway.to(answer).map(({ body }) => body)).toEqual([{ text: '9.6 mm', photoIds: [] }])
  })

  it('is read again when an answer is refused because it changed meanwhile', async () => {
    const asked = aClaim({ state: 'question', can: { answer: true } })
    let current = asked
    const answers: Answers = {
      [get]: () => data(get, current),
      [answer]: () => {
        current = { ...asked, state: 'withdrawn', can: aClaim().can }
        return refusal('CLAIM_STATE', 'x')
      },
    }
    await open(answers, `?claim=${asked.id}`)
    await enterText('Answer', '9.6 mm')
    await press('Send the answer')

    expect(await screen.findByText('You have withdrawn this claim.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Send the answer' })).toBeNull()
    expect(screen.getByText(/^The claim has changed in the meantime and no longer waits/)).toBeTruthy()
    expect(screen.getByText('9.6 mm')).toBeTruthy()
  })

  it('keeps the text if it was answered in a second tab, and offers the form at the next question', async () => {
    const asked = aClaim({ state: 'question', can: { answer: true } })
    let current = asked
    await open(
      {
        [get]: () => data(get, current),
        [answer]: () => {
          current = { ...asked, state: 'open', can: aClaim().can }
          return refusal('CLAIM_STATE', 'x')
        },
      },
      `?claim=${asked.id}`,
    )
    await enterText('Answer', '9.6 mm')
    await press('Send the answer')
    expect(await screen.findByRole('heading', { name: 'Your answer is not sent' })).toBeTruthy()
    expect(screen.getByText(/^An answer was already sent, perhaps from another window/)).toBeTruthy()
    expect(screen.getByText('9.6 mm')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Copy: your answer' })).toBeTruthy()

    current = asked
    await queryClient.invalidateQueries({ queryKey: ['claim', asked.id] })
    expect(await screen.findByLabelText('Answer')).toHaveProperty('value', '9.6 mm')
  })

  it('is withdrawn after a confirmation', async () => {
    const own = aClaim({ can: { withdraw: true } })
    const { gateway } = await open(
      {
        [get]: () => data(get, own),
        [withdraw]: () => data(withdraw, { ...own, state: 'withdrawn', can: aClaim().can }),
      },
      `?claim=${own.id}`,
    )
    await press('Withdraw the claim')
    const dialog = within(await screen.findByRole('dialog'))
    expect(gateway.to(withdraw)).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Withdraw the claim' }))
    expect(await screen.findByText('You have withdrawn this claim.')).toBeTruthy()
  })

  it('is not found in another account', async () => {
    await open({ [get]: () => refusal('NOT_FOUND', 'x') }, `?claim=${uuid()}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Claim not found' })).toBeTruthy()
  })
})

describe('the after-sale order (spec 5)', () => {
  const filled = '?tab=order&number=C-26-10001&workOrder=W-26-10001'

  it('requires both numbers, with the message of the specification', async () => {
    await open({}, '?tab=order')
    await press('Show the products')
    const message = 'Associate order and Associate After sales work order Number is required!'
    expect(await screen.findByText(message)).toBeTruthy()
    expect(screen.getByText('Enter the order number.')).toBeTruthy()
    expect(screen.getByText('Enter the after-sale work order number.')).toBeTruthy()

    await enterText('Order number', 'C-26-10001')
    await press('Show the products')
    await waitFor(() => expect(screen.queryByText(message)).toBeNull())
    expect(screen.getByText('Enter the after-sale work order number.')).toBeTruthy()
  })

  it('shows the products of typed numbers, or why there are none', async () => {
    let isKnown = false
    const { gateway } = await open(
      {
        [workOrder]: () => (isKnown ? data(workOrder, aWorkOrder()) : refusal('WORK_ORDER_UNKNOWN', 'No such claim.')),
      },
      '?tab=order',
    )
    await enterText('Order number', 'C-26-10001')
    await enterText('After-sale work order number', 'W-26-10001')
    await press('Show the products')
    expect(await screen.findByText('No such claim.')).toBeTruthy()

    isKnown = true
    await press('Show the products')
    expect(await screen.findByRole('checkbox', { name: 'Make Bracket again' })).toBeTruthy()
    expect(gateway.to(workOrder)[0]?.query).toEqual({ orderNumber: 'C-26-10001', workOrderNumber: 'W-26-10001' })
  })

  it('is prefilled from the claim, limits the quantity, and the anodizing follows', async () => {
    const found = aWorkOrder()
    const { gateway, place: address } = await open(
      {
        [workOrder]: () => data(workOrder, found),
        [place]: () => data(place, { orderId, number: 'C-26-10009' }),
        'GET /global/order/{orderId}': () => refusal('NOT_FOUND', 'x'),
      },
      filled,
    )
    const quantity = await screen.findByLabelText('Refabrication quantity of Bracket')
    expect(quantity).toHaveProperty('value', '2')
    expect(screen.getByText('Anodizing: 2, as many as parts')).toBeTruthy()
    expect(screen.getByText('1 accepted risk applies again')).toBeTruthy()
    expect(screen.queryByText(/will not be made again/)).toBeNull()
    expect(screen.getByRole('checkbox', { name: 'Make Cover again' })).toHaveProperty('disabled', true)

    await userEvent.clear(quantity)
    expect(screen.queryByText(/You are ordering/)).toBeNull()
    await userEvent.type(quantity, '0')
    expect(screen.queryByText(/You are ordering/)).toBeNull()
    await userEvent.clear(quantity)
    await press('Place the after-sale order')
    expect(await screen.findByText('Enter a whole number of parts, at least 1.')).toBeTruthy()

    await userEvent.type(quantity, '3')
    await press('Place the after-sale order')
    expect(await screen.findByText(/^This is more than the accepted quantity\./)).toBeTruthy()

    await userEvent.click(screen.getByRole('checkbox', { name: 'Make Bracket again' }))
    await press('Place the after-sale order')
    expect(await screen.findByText('Select at least one product.')).toBeTruthy()
    expect(gateway.to(place)).toEqual([])

    await userEvent.click(screen.getByRole('checkbox', { name: 'Make Bracket again' }))
    await userEvent.type(screen.getByLabelText('Refabrication quantity of Bracket'), '1')
    expect(
      screen.getByText(/You are ordering 1 of 2 accepted parts\. .* the others will not be made again/),
    ).toBeTruthy()
    await press('Place the after-sale order')
    const dialog = within(await screen.findByRole('dialog', { name: 'Order fewer parts than were accepted?' }))
    expect(dialog.getByText('Bracket: 1 part')).toBeTruthy()
    expect(dialog.getByText(/^You give them up/)).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(gateway.to(place)).toEqual([])

    await press('Place the after-sale order')
    await press('Order without these parts')
    await waitFor(() => expect(address()).toContain(`/order/detail/${orderId}`))
    expect(gateway.to(place).map(({ body }) => body)).toEqual([
      {
        orderNumber: 'C-26-10001',
        workOrderNumber: 'W-26-10001',
        lines: [{ lineId: found.lines[0]?.lineId, quantity: 1 }],
      },
    ])
  })

  it('is placed without a confirmation if it has all accepted parts', async () => {
    const { place: address } = await open(
      {
        [workOrder]: () => data(workOrder, aWorkOrder()),
        [place]: () => data(place, { orderId, number: 'C-26-10009' }),
        'GET /global/order/{orderId}': () => refusal('NOT_FOUND', 'x'),
      },
      filled,
    )
    await screen.findByLabelText('Refabrication quantity of Bracket')
    await press('Place the after-sale order')
    await waitFor(() => expect(address()).toContain(`/order/detail/${orderId}`))
  })

  it('tells that a second tab has placed the order, and links it', async () => {
    let current = aWorkOrder()
    await open(
      {
        [workOrder]: () => data(workOrder, current),
        [place]: () => {
          current = aWorkOrder({ reprint: { id: uuid(), number: 'C-26-10009', status: 'paid' } })
          return refusal('WORK_ORDER_USED', 'It was ordered already.')
        },
      },
      filled,
    )
    await screen.findByLabelText('Refabrication quantity of Bracket')
    await press('Place the after-sale order')

    expect(await screen.findByRole('link', { name: 'C-26-10009' })).toBeTruthy()
    expect(await screen.findByText('It was ordered already.')).toBeTruthy()
  })

  it('links the order that was already placed', async () => {
    const reprint = { id: uuid(), number: 'C-26-10009', status: 'paid' } as const
    await open({ [workOrder]: () => data(workOrder, aWorkOrder({ reprint })) }, filled)
    expect((await screen.findByRole('link', { name: 'C-26-10009' })).getAttribute('href')).toContain(reprint.id)
  })
})
