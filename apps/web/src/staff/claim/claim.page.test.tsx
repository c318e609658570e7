import type { ClaimEvidence, InspectionView, StaffClaimView, StaffOrderView } from '@cotation/contracts'
import { rightsOf, type StaffRole } from '@cotation/domain'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, data, grace, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { aParcel, aStaffOrder } from '#lib/testing/orders.ts'
import { namesInPalette, runFromPalette } from '#lib/testing/palette.ts'
import { anOrderLine, uuid } from '#lib/testing/views.ts'
import { aClaim, lineId, noEvidence, opened, orderId } from './claim.fixture.ts'

const get = 'GET /global/staff/afterSale/{claimId}'
const accept = 'POST /global/staff/afterSale/{claimId}/accept'
const reject = 'POST /global/staff/afterSale/{claimId}/reject'
const ask = 'POST /global/staff/afterSale/{claimId}/question'
const settle = 'POST /global/staff/afterSale/{claimId}/settle'
const place = 'POST /global/staff/afterSale/{claimId}/order'

const accepted = (traits: Partial<StaffClaimView> = {}) =>
  aClaim({
    state: 'accepted',
    workOrderNumber: 'W-26-10001',
    dueAt: null,
    can: { answer: false, withdraw: true, order: true },
    ...traits,
  })

interface Page {
  inspections?: InspectionView[]
  evidence?: Partial<ClaimEvidence['lines'][number]>
  order?: Partial<StaffOrderView>
  answers?: Answers
}

async function openClaim(claim: StaffClaimView, { evidence, inspections = [], order, answers }: Page = {}) {
  const gateway = stubGateway({
    [get]: () => data(get, claim),
    'GET /global/staff/afterSale/{claimId}/evidence': () =>
      data('GET /global/staff/afterSale/{claimId}/evidence', { lines: [{ ...noEvidence, ...evidence }] }),
    'GET /global/staff/order/{orderId}': () =>
      data('GET /global/staff/order/{orderId}', {
        ...aStaffOrder({ id: orderId, lines: [anOrderLine({ id: lineId, name: 'bracket.stl', quantity: 5 })] }),
        customer: { id: claim.customerId, name: 'Louise Bernard', company: 'Atelier Démo' },
        ...order,
      }),
    'GET /global/staff/order/{orderId}/inspection': () =>
      data('GET /global/staff/order/{orderId}/inspection', { inspections }),
    'GET /global/staff/inspection/photo/{photoId}': () => refusal('NOT_FOUND', 'Gone'),
    'GET /global/staff/order/{orderId}/line/{lineId}/mesh': () => refusal('NOT_FOUND', 'Gone'),
    [accept]: () => data(accept, accepted()),
    [reject]: () => data(reject, claim),
    [ask]: () => data(ask, claim),
    [settle]: () => data(settle, { claim, proposal: null }),
    [place]: () => data(place, { orderId: uuid(), number: 'C-26-10009' }),
    ...answers,
  })
  await renderApp(`/staff/claims/${claim.id}`, { staffToken: 'real' })
  return { ...gateway, user: userEvent.setup() }
}

const as = (role: StaffRole): Answers => ({
  'GET /global/staff/me': () =>
    data('GET /global/staff/me', { ...grace, role: { id: role, name: '' }, rights: rightsOf(role) }),
})

describe('the page of a claim', () => {
  it('shows who claims what, until when an answer is due, and what was said', async () => {
    await openClaim(
      aClaim({
        history: [
          opened,
          { ...opened, at: '2026-11-14T13:00:00.000Z', to: 'question', by: 'staff', author: 'Lise', text: 'A photo?' },
          { ...opened, at: '2026-11-14T14:00:00.000Z', text: '9.6 mm' },
        ],
      }),
    )

    expect(await screen.findByRole('heading', { level: 1, name: /Claim on order C-26-10001/ })).toBeTruthy()
    expect(screen.getByText('due in 22 h')).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'Louise Bernard, Atelier Démo' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'C-26-10001' })).toBeTruthy()

    const history = within(screen.getByRole('region', { name: 'History' }))
    expect(history.getByText('The hole is too small.')).toBeTruthy()
    expect(history.getByText(/^Lise, /)).toBeTruthy()
    expect(history.getByText('Answer')).toBeTruthy()
  })

  it('shows each part beside its place, risks, findings, losses and parcels', async () => {
    const risk = { rule: 'thin-wall', wording: 'Walls below 0.8 mm may break', places: [] }
    const packed = { orderLineId: lineId, name: 'bracket.stl', quantity: 5, customs: null, valueMinor: 1 }
    const parcel = aParcel({
      deliveredAt: '2026-11-17T10:00:00.000Z',
      lines: [packed],
    })
    await openClaim(aClaim(), {
      order: {
        lines: [anOrderLine({ id: lineId, name: 'bracket.stl', acceptedRisks: [risk], comment: 'Deburr' })],
        parcels: [parcel, aParcel({ number: 2, lines: [{ ...packed, orderLineId: uuid() }] })],
      },
      evidence: {
        findings: [{ rule: 'hole-small', severity: 'warns', text: 'A hole of 0.4 mm', isAccepted: true, places: [] }],
        losses: [
          {
            id: uuid(),
            at: '2026-11-15T10:00:00.000Z',
            code: 'F100001',
            operation: 'printing',
            service: null,
            rework: 1,
            scrap: 2,
            reason: 'surface',
            operator: 'Noé',
          },
        ],
        remakes: [
          {
            code: 'F100002',
            quantity: 2,
            cause: 'scrap',
            reason: 'surface',
            openedAt: '2026-11-15T10:00:00.000Z',
            openedBy: 'Noé',
            dueDay: '2026-11-18',
          },
        ],
      },
    })

    const part = within(await screen.findByRole('region', { name: 'bracket.stl' }))
    expect(part.getByText('2 of 5 pieces claimed')).toBeTruthy()
    expect(part.getByText('At 12.5 / 0 / 8 mm')).toBeTruthy()
    expect(part.getByText('Comment: Deburr')).toBeTruthy()
    expect(part.getByText('Walls below 0.8 mm may break')).toBeTruthy()
    expect(part.getByText('A hole of 0.4 mm')).toBeTruthy()
    expect(part.getByText('The customer accepted this risk.')).toBeTruthy()
    expect(part.getByText('Printing: 2 pieces scrapped, 1 piece reworked · Surface')).toBeTruthy()
    expect(part.getByText('Re-make F100002: 2 pieces · Surface')).toBeTruthy()
    expect(part.getByText(/^Parcel 1, 5 pieces:/)).toBeTruthy()
    expect(part.queryByText(/^Parcel 2/)).toBeNull()
    expect(await part.findByText('The model is no longer available.')).toBeTruthy()
  })

  it('opens the drawings and files of a part for those who may, and names them to others', async () => {
    const drawing = { uploadId: uuid(), name: 'plan.pdf' }
    const file = { uploadId: uuid(), name: 'notes.txt' }
    const line = anOrderLine({ id: lineId, name: 'bracket.stl', attachments: [drawing, file] })
    const getDrawing = 'GET /global/staff/order/{orderId}/drawing/{uploadId}'
    const getFile = 'GET /global/staff/order/{orderId}/file/{uploadId}'
    const order = { lines: [line] }
    const gone = () => refusal('NOT_FOUND', 'Gone')
    const { user, to } = await openClaim(aClaim(), { order, answers: { [getDrawing]: gone, [getFile]: gone } })

    await user.click(await screen.findByRole('button', { name: 'plan.pdf' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'plan.pdf' }))
    expect(await dialog.findByText('The drawing could not be loaded')).toBeTruthy()
    expect(to(getDrawing)).toMatchObject([{ key: expect.stringContaining(drawing.uploadId) }])
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'notes.txt' }))
    await waitFor(() => expect(to(getFile)).toMatchObject([{ key: expect.stringContaining(file.uploadId) }]))

    cleanup()
    const rights = rightsOf('operator').filter((right) => right !== 'files.read')
    const me = 'GET /global/staff/me'
    await openClaim(aClaim(), { order, answers: { [me]: () => data(me, { ...grace, rights }) } })
    expect(await screen.findByText('plan.pdf')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'plan.pdf' })).toBeNull()
  })

  it('shows measured values with their limits, and names what was outside of them', async () => {
    const value = { key: uuid(), piece: 1, valueMm: 9.6, isGood: false, by: 'Noé', at: '2026-11-15T10:00:00.000Z' }
    const inspection: InspectionView = {
      id: uuid(),
      orderId,
      lineId,
      runCode: 'F100001',
      lineName: 'bracket.stl',
      round: 1,
      quantity: 5,
      sampleSize: 2,
      verdict: 'passed',
      characteristics: [
        {
          key: 'bore-1',
          kind: 'bore',
          method: 'measure',
          isPerPiece: true,
          name: 'Bore 10 H7',
          hint: '',
          nominalMm: 10,
          lowerMm: 9.9,
          upperMm: 10.1,
          values: [value, { ...value, key: uuid(), piece: 2, valueMm: 10.012, isGood: true }],
        },
      ],
      photos: [{ id: uuid(), by: 'Noé', at: value.at }],
      conclusion: {
        at: value.at,
        by: 'Noé',
        good: 5,
        rework: 0,
        scrap: 0,
        reason: null,
        note: 'One bore accepted by the office',
        backTo: null,
        remakeCode: null,
      },
    }
    await openClaim(aClaim(), { inspections: [inspection, { ...inspection, id: uuid(), lineId: uuid() }] })

    const row = within(await screen.findByRole('row', { name: /Bore 10 H7/ }))
    expect(row.getByText('9.9 – 10.1')).toBeTruthy()
    expect(row.getByRole('cell', { name: /9\.6.*10\.012/ })).toBeTruthy()
    expect(screen.getByText('One bore accepted by the office')).toBeTruthy()
    expect(screen.getAllByRole('row', { name: /Bore 10 H7/ })).toHaveLength(1)
  })

  it('says that findings are unknown rather than that there were none', async () => {
    await openClaim(aClaim(), { evidence: { findings: null } })
    expect(await screen.findByText(/^Unknown: the part was not measured/)).toBeTruthy()
  })

  it('explains an unknown claim and leads back to the list', async () => {
    await openClaim(aClaim(), { answers: { [get]: () => refusal('NOT_FOUND', 'Unknown') } })
    expect(await screen.findByRole('heading', { level: 1, name: 'Claim not found' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All claims' })).toBeTruthy()
  })
})

describe('the decision about a claim', () => {
  it('is sent after a question, with its text', async () => {
    const { user, to } = await openClaim(aClaim())

    await user.click(await screen.findByRole('radio', { name: 'Reject' }))
    await user.click(screen.getByRole('button', { name: 'Reject the claim' }))
    expect(screen.getByText('Enter the reason.')).toBeTruthy()

    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Within tolerance')
    await user.click(screen.getByRole('button', { name: 'Reject the claim' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject this claim?' }))
    expect(to(reject)).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Reject the claim' }))
    expect(await screen.findByText('Claim rejected.')).toBeTruthy()
    expect(to(reject)).toMatchObject([{ body: { reason: 'Within tolerance' } }])
  })

  it('is kept until it is sent', async () => {
    const claim = aClaim()
    const radio = { name: 'Refund to the original payment method' }
    const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
    const first = await openClaim(claim)
    await first.user.click(await screen.findByRole('radio', radio))
    await first.user.clear(field('Amount (US$)'))
    await first.user.type(field('Amount (US$)'), '25')
    await first.user.type(field('Reason'), 'Sorry')

    cleanup()
    const { user } = await openClaim(claim)
    expect(await screen.findByRole('radio', { ...radio, checked: true })).toBeTruthy()
    expect([field('Amount (US$)').value, field('Reason').value]).toEqual(['25', 'Sorry'])
    await user.click(screen.getByRole('button', { name: 'Refund' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Refund' }))
    await screen.findByText('$25.00 refunded.')

    cleanup()
    await openClaim(claim)
    expect(await screen.findByRole('radio', { ...radio, checked: false })).toBeTruthy()
  })

  it('names the colleague who was faster', async () => {
    const claim = aClaim()
    let isDecided = false
    const decided = accepted({
      id: claim.id,
      history: [
        opened,
        { ...opened, at: '2026-11-14T13:00:00.000Z', to: 'accepted', by: 'staff', author: 'Lise Meitner', text: '' },
      ],
    })
    const { user } = await openClaim(claim, {
      answers: {
        [get]: () => data(get, isDecided ? decided : claim),
        [reject]: () => {
          isDecided = true
          return refusal('CLAIM_STATE', 'The claim has changed.')
        },
      },
    })

    await user.click(await screen.findByRole('radio', { name: 'Reject' }))
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Within tolerance')
    await user.click(screen.getByRole('button', { name: 'Reject the claim' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Reject the claim' }))

    expect(await dialog.findByText('The claim has changed.')).toBeTruthy()
    expect(dialog.getByText(/^Claim accepted: Lise Meitner, /)).toBeTruthy()
  })

  it('refunds no more than the parts cost', async () => {
    const { user, to } = await openClaim(aClaim())

    await user.click(await screen.findByRole('radio', { name: 'Refund to the original payment method' }))
    const amount = screen.getByRole('textbox', { name: 'Amount (US$)' })
    await user.clear(amount)
    await user.type(amount, '60.01')
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Sorry')
    await user.click(screen.getByRole('button', { name: 'Refund' }))
    expect(screen.getByText('Enter an amount above 0 and of at most $60.00.')).toBeTruthy()

    await user.clear(amount)
    await user.type(amount, '12.345')
    await user.click(screen.getByRole('button', { name: 'Refund' }))
    expect(screen.getByText('An amount has at most two decimals.')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()

    await user.clear(amount)
    await user.type(amount, '25')
    await user.click(screen.getByRole('button', { name: 'Refund' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund $25.00?' }))
    await user.click(dialog.getByRole('button', { name: 'Refund' }))
    expect(await screen.findByText('$25.00 refunded.')).toBeTruthy()
    expect(to(settle)).toMatchObject([{ body: { by: 'refund', amountMinor: 25_00, reason: 'Sorry' } }])
  })

  it('says that an amount waits for a second person, and who proposed it', async () => {
    const settlement = { by: 'credit', amountMinor: 60_00 } as const
    const proposal = { id: uuid(), ...settlement, proposedBy: 'Lise', proposedAt: opened.at }
    await openClaim(aClaim({ proposal }))

    const alert = within(await screen.findByRole('group', { name: 'A settlement waits for a second person' }))
    expect(alert.getByText(/^Credit of \$60\.00, proposed by Lise on /)).toBeTruthy()
    const link = alert.getByRole('link', { name: 'See the proposal' })
    expect(link.getAttribute('href')).toBe(`/manufacture/staff/proposals/${proposal.id}`)
    expect(screen.queryByRole('radio', { name: 'Credit to the balance' })).toBeNull()
    expect(screen.getByRole('radio', { name: 'Reject' })).toBeTruthy()
  })

  it('names the missing rights to those who cannot decide, and offers the rest', async () => {
    await openClaim(aClaim(), { answers: as('customer-success') })
    expect(await screen.findByRole('radio', { name: 'Accept: the parts are made again' })).toBeTruthy()
    expect(screen.queryByRole('radio', { name: /^Refund/ })).toBeNull()
    expect(screen.getByText('Refunding and crediting need the right “Refund”.')).toBeTruthy()
  })

  it('offers an operator nothing but the evidence', async () => {
    await openClaim(aClaim(), { answers: as('operator') })
    expect(await screen.findByText('Asking, accepting and rejecting need the right “Decide on claims”.')).toBeTruthy()
    expect(screen.queryByRole('radio')).toBeNull()
  })

  it('is over once the parts are made again', async () => {
    const reprint = { id: uuid(), number: 'C-26-10009', status: 'paid' as const }
    await openClaim(accepted({ reprint, can: { answer: false, withdraw: false, order: false } }))
    expect(await screen.findByText('There is nothing to decide about this claim.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'C-26-10009' })).toBeTruthy()
  })
})

describe('the after-sale order that staff place', () => {
  it('has at most what was claimed, and says what is given up', async () => {
    const { user, to } = await openClaim(accepted())

    const quantity = await screen.findByRole('spinbutton', { name: 'bracket.stl, quantity to make again (at most 2)' })
    await user.clear(quantity)
    await user.type(quantity, '3')
    await user.click(screen.getByRole('button', { name: 'Place the after-sale order' }))
    expect(screen.getByText('Enter a whole number from 0 to 2.')).toBeTruthy()

    await user.clear(quantity)
    await user.type(quantity, '1')
    await user.click(screen.getByRole('button', { name: 'Place the after-sale order' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Place the after-sale order?' }))
    expect(dialog.getByText(/^Not made again, for good: bracket\.stl: 1 piece/)).toBeTruthy()
    expect(to(place)).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Place the after-sale order' }))

    expect(await screen.findByText('After-sale order C-26-10009 is placed.')).toBeTruthy()
    expect(to(place)).toMatchObject([{ body: { lines: [{ lineId, quantity: 1 }] } }])
  })
})

describe('the decisions about a claim in the command palette', () => {
  it('are chosen and sent as on the page', async () => {
    const { user } = await openClaim(aClaim())
    await screen.findByRole('radio', { name: 'Reject' })
    await runFromPalette(user, 'Reject')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Reject' }).checked).toBe(true)

    await user.type(screen.getByRole('textbox'), 'It fits.')
    await runFromPalette(user, 'Reject the claim')
    expect(await screen.findByRole('dialog', { name: 'Reject this claim?' })).toBeTruthy()
  })

  it('are those of the role', async () => {
    const { user } = await openClaim(aClaim(), { answers: as('operator') })
    await screen.findByRole('heading', { level: 1, name: /Claim on order/ })
    const names = await namesInPalette(user)
    for (const name of ['Reject', 'Decide']) expect(names).not.toContain(name)
  })
})
