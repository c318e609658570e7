import type { ExpertQuestionView, SimilarPartView } from '@cotation/contracts'
import { type Language, type PartMeasures, rightsOf } from '@cotation/domain'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, data, grace, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { namesInPalette, runFromPalette } from '#lib/testing/palette.ts'
import { aLineView, uuid } from '#lib/testing/views.ts'
import { refreshStaffData } from '../shared/refresh-staff-data.ts'
import { aQuestion, inHours } from './question.fixture.ts'

const similar: SimilarPartView = {
  lineId: uuid(),
  name: 'old-bracket.stl',
  thumbnailId: null,
  similarity: 0.93,
  sizeMm: [40, 30, 20],
  process: 'milling',
  material: 'Aluminium 6061',
  quantity: 20,
  unitMinor: 31_20,
  workingDays: 7,
  isByExpert: true,
  pricedAt: '2026-11-01T10:00:00.000Z',
  order: { id: uuid(), number: 'CO-10007', scrapped: 2, claims: 1, minutes: { actual: 74.6, planned: 60.2 } },
}

const answerCall = 'POST /global/staff/expert/{lineId}/answer'
const draftCall = 'POST /global/staff/expert/{lineId}/draft'
const declineCall = 'POST /global/staff/expert/{lineId}/decline'

const box: PartMeasures = {
  volumeMm3: 24_000,
  areaMm2: 5200,
  sizeMm: [40, 30, 20],
  freeformShare: 0,
  setups: 1,
  holes: [],
  turning: { turned: false, diameterMm: 0, lengthMm: 0, operations: 0, liveFeatures: 0 },
  undercutPercent: 0,
}

/** A part that was measured; the test needs no model. */
const measured = () => aLineView({ part: box })

async function openQuestion(
  view: ExpertQuestionView,
  parts: SimilarPartView[] = [],
  answers: Answers = {},
  language: Language = 'en',
) {
  const gateway = stubGateway({
    'GET /global/staff/expert/{lineId}': () => data('GET /global/staff/expert/{lineId}', view),
    'GET /global/staff/expert/{lineId}/similar': () => data('GET /global/staff/expert/{lineId}/similar', { parts }),
    'GET /global/staff/expert/{lineId}/mesh': () => refusal('NOT_FOUND', 'Gone'),
    [answerCall]: () => data(answerCall, {}),
    [draftCall]: () => data(draftCall, { at: inHours(0) }),
    [declineCall]: () => data(declineCall, {}),
    ...answers,
  })
  await renderApp(`/staff/experts/${view.lineId}`, { staffToken: 'real', language })
  return { ...gateway, user: userEvent.setup() }
}

describe('the page of a question to an expert', () => {
  it('shows the question, who asked it and the time that is left', async () => {
    await openQuestion(aQuestion())

    expect(await screen.findByRole('heading', { level: 1, name: /bracket\.stl/ })).toBeTruthy()
    expect(screen.getByText('due in 22 h')).toBeTruthy()
    expect(screen.getByText('A price for 500?')).toBeTruthy()
    expect(screen.getByText('Louise Bernard, Atelier Démo')).toBeTruthy()
  })

  it('leads to the customer and to the project', async () => {
    const question = aQuestion()
    await openQuestion(question)

    const customer = await screen.findByRole('link', { name: 'Louise Bernard, Atelier Démo' })
    expect(customer.getAttribute('href')).toMatch(`/staff/customers/${question.customer?.id}`)
    const project = screen.getByRole('link', { name: question.project.name })
    expect(project.getAttribute('href')).toMatch(`/staff/projects/${question.project.id}`)
  })

  it('shows what the checks found, and what the customer accepted', async () => {
    const finding = {
      rule: 'thin-wall',
      severity: 'warns' as const,
      text: 'A wall of 0.4 mm',
      isAccepted: true,
      places: [],
    }
    await openQuestion(aQuestion({ line: measured(), findings: [finding] }))

    const findings = within(await screen.findByRole('region', { name: 'What our checks found' }))
    expect(findings.getByText('A wall of 0.4 mm')).toBeTruthy()
    expect(findings.getByText('Accepted by the customer')).toBeTruthy()
  })

  it('shows similar parts with price and outcome', async () => {
    await openQuestion(aQuestion({ line: measured() }), [similar, { ...similar, lineId: uuid(), order: null }])

    const [, first, second] = await screen.findAllByRole('row')
    expect(first?.textContent).toContain('93%')
    expect(first?.textContent).toContain('$31.20 each, for 20')
    expect(within(first as HTMLElement).getByRole('link', { name: 'CO-10007' })).toBeTruthy()
    expect(second?.textContent).toContain('Not ordered')
  })

  it.each([
    [
      'en',
      ['2 pieces scrapped', '1 claim', '75 min of 60 planned'],
      ['Nothing scrapped', 'No claim', '1 min of 1 planned'],
    ],
    ['fr', ['2 pièces au rebut', '1 réclamation', '75 min sur 60 prévues'], ['Aucun rebut', 'Aucune réclamation']],
  ] as const)('shows in %s what became of ordered parts, marking what went wrong', async (language, bad, good) => {
    const fine = { id: uuid(), number: 'CO-10008', scrapped: 0, claims: 0, minutes: { actual: 0.6, planned: 0.8 } }
    const unmade = { ...fine, number: 'CO-10009', scrapped: null, minutes: null }
    const parts = [similar, ...[fine, unmade].map((order) => ({ ...similar, lineId: uuid(), order }))]
    await openQuestion(aQuestion({ line: measured() }), parts, {}, language)

    const [, first, second, third] = await screen.findAllByRole('row')
    const toneOf = (row: HTMLElement | undefined, text: string) =>
      within(row as HTMLElement)
        .getByText(text)
        .closest('[data-ui-tone]')
        ?.getAttribute('data-ui-tone')
    for (const text of bad) expect(toneOf(first, text)).toBe('warning')
    for (const text of good) expect(toneOf(second, text)).not.toBe('warning')
    expect(third?.textContent).not.toMatch(/scrapped|rebut|\bmin\b/)
  })

  it('sends a price after a question that names the total', async () => {
    const line = measured()
    const { user, to } = await openQuestion(aQuestion({ line }))

    await user.type(await screen.findByRole('textbox', { name: 'Price of one part (USD)' }), '12.50')
    await user.type(screen.getByRole('spinbutton', { name: 'Working days' }), '8')
    await user.type(screen.getByRole('textbox', { name: 'Note to the customer' }), 'Ground')
    await user.click(screen.getByRole('button', { name: 'Send the price' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Send this price to the customer?' }))
    expect(to(answerCall)).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Send the price' }))
    expect(await screen.findByText('Price sent.')).toBeTruthy()
    expect(to(answerCall)).toMatchObject([
      { body: { unitMinor: 1250, workingDays: 8, validDays: 30, note: 'Ground', parcel: null } },
    ])
  })

  it('asks for size and weight of a part that could not be measured', async () => {
    const { user, to } = await openQuestion(aQuestion())

    await user.type(await screen.findByRole('textbox', { name: 'Price of one part (USD)' }), '12')
    await user.type(screen.getByRole('spinbutton', { name: 'Working days' }), '8')
    await user.click(screen.getByRole('button', { name: 'Send the price' }))
    expect(screen.getByText('Enter the weight.')).toBeTruthy()

    for (const name of ['Length (mm)', 'Width (mm)', 'Height (mm)', 'Weight (g)'])
      await user.type(screen.getByRole('textbox', { name }), '40')
    await user.click(screen.getByRole('button', { name: 'Send the price' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Send the price' }))
    expect(to(answerCall)).toMatchObject([{ body: { parcel: { sizeMm: [40, 40, 40], weightG: 40 } } }])
  })

  it('keeps a draft without a price', async () => {
    const { user, to } = await openQuestion(aQuestion({ line: measured() }))
    await user.type(await screen.findByRole('textbox', { name: 'Note to the customer' }), 'Ask the mill')
    await user.click(screen.getByRole('button', { name: 'Save as draft' }))

    expect(await screen.findByText('Draft saved.')).toBeTruthy()
    expect(to(draftCall)).toMatchObject([{ body: { validDays: 30, note: 'Ask the mill' } }])
  })

  it('goes on with the draft of a colleague', async () => {
    const draft = { unitMinor: 99_00, workingDays: 5, validDays: 60, note: 'Check', by: 'Lise', at: inHours(-1) }
    await openQuestion(aQuestion({ line: measured(), draft }))

    expect(await screen.findByText(/^Draft of Lise/)).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Price of one part (USD)' })).toHaveProperty('value', '99.00')
    expect(screen.getByRole('spinbutton', { name: 'Valid for (days)' })).toHaveProperty('value', '60')
  })

  const noPrice = 'Enter a price from 0.01 to 10,000,000.'
  it.each([
    ['abc', noPrice],
    ['-5', noPrice],
    ['99999999999', noPrice],
    ['12.345', 'An amount has at most two decimals.'],
  ])('says that a draft has no price if %s is typed', async (text, error) => {
    const { user, to } = await openQuestion(aQuestion({ line: measured() }))
    await user.type(await screen.findByRole('textbox', { name: 'Price of one part (USD)' }), text)
    await user.click(screen.getByRole('button', { name: 'Save as draft' }))

    expect(await screen.findByText('Draft saved without the marked fields.')).toBeTruthy()
    expect(screen.getByText(error)).toBeTruthy()
    expect(to(draftCall)).toMatchObject([{ body: { validDays: 30 } }])
    expect(to(draftCall)[0]?.body).not.toHaveProperty('unitMinor')
  })

  it('writes the price of a draft with a comma in French', async () => {
    const draft = { unitMinor: 86_50, note: '', by: 'Lise', at: inHours(-1) }
    await openQuestion(aQuestion({ line: measured(), draft }), [], {}, 'fr')

    expect(await screen.findByRole('textbox', { name: 'Prix d’une pièce (USD)' })).toHaveProperty('value', '86,50')
  })

  it('keeps the size and weight of the parcel when a draft is saved', async () => {
    let view = aQuestion()
    const read = 'GET /global/staff/expert/{lineId}'
    const { user, to } = await openQuestion(view, [], {
      [read]: () => data(read, view),
      [draftCall]: () => {
        const at = inHours(0)
        view = { ...view, draft: { note: '', parcel: { lengthMm: 40.5 }, by: 'Grace', at } }
        return data(draftCall, { at })
      },
    })
    await user.type(await screen.findByRole('textbox', { name: 'Length (mm)' }), '40.5')
    await user.type(screen.getByRole('textbox', { name: 'Weight (g)' }), 'heavy')
    await user.click(screen.getByRole('button', { name: 'Save as draft' }))

    expect(await screen.findByText('Draft saved without the marked fields.')).toBeTruthy()
    expect(screen.getByText('Enter the weight.')).toBeTruthy()
    expect(await screen.findByText(/^Draft of Grace/)).toBeTruthy()
    expect(to(draftCall)).toMatchObject([{ body: { parcel: { lengthMm: 40.5 }, seenAt: null } }])
    expect(screen.getByRole('textbox', { name: 'Length (mm)' })).toHaveProperty('value', '40.5')
    expect(screen.getByRole('textbox', { name: 'Weight (g)' })).toHaveProperty('value', 'heavy')
    expect(screen.queryByText(/saved a newer draft/)).toBeNull()
  })

  it('offers a newer draft of a colleague and keeps what is typed until it is used', async () => {
    let view = aQuestion({ line: measured() })
    const read = 'GET /global/staff/expert/{lineId}'
    const { user, to } = await openQuestion(view, [], { [read]: () => data(read, view) })
    const note = await screen.findByRole('textbox', { name: 'Note to the customer' })
    await user.type(note, 'Mine')

    const at = inHours(0)
    view = { ...view, draft: { unitMinor: 99_00, note: 'Check', by: 'Lise', at } }
    await act(() => refreshStaffData())
    expect(await screen.findByText('Lise saved a newer draft')).toBeTruthy()
    expect(note).toHaveProperty('value', 'Mine')

    await user.click(screen.getByRole('button', { name: 'Keep mine' }))
    await user.click(screen.getByRole('button', { name: 'Save as draft' }))
    await waitFor(() => expect(to(draftCall)).toMatchObject([{ body: { note: 'Mine', seenAt: at } }]))
  })

  it('takes over the newer draft if asked, and shows it after a refusal', async () => {
    let view = aQuestion({ line: measured() })
    const read = 'GET /global/staff/expert/{lineId}'
    const { user } = await openQuestion(view, [], {
      [read]: () => data(read, view),
      [draftCall]: () => {
        view = { ...view, draft: { unitMinor: 99_00, note: 'Check', by: 'Lise', at: inHours(0) } }
        return refusal('DRAFT_OVERTAKEN', 'Lise has saved a newer draft in the meantime.')
      },
    })
    await user.type(await screen.findByRole('textbox', { name: 'Note to the customer' }), 'Mine')
    await user.click(screen.getByRole('button', { name: 'Save as draft' }))
    expect(await screen.findByText('Lise has saved a newer draft in the meantime.')).toBeTruthy()

    await user.click(await screen.findByRole('button', { name: 'Use the newer draft' }))
    expect(screen.getByRole('textbox', { name: 'Note to the customer' })).toHaveProperty('value', 'Check')
    expect(screen.getByRole('textbox', { name: 'Price of one part (USD)' })).toHaveProperty('value', '99.00')
  })

  it('declines only with a reason', async () => {
    const { user, to } = await openQuestion(aQuestion({ line: measured() }))
    await user.click(await screen.findByRole('button', { name: 'Decline' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Decline this question?' }))
    await user.click(dialog.getByRole('button', { name: 'Decline' }))
    expect(dialog.getByText('Enter the reason.')).toBeTruthy()

    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Too thin')
    await user.click(dialog.getByRole('button', { name: 'Decline' }))
    expect(to(declineCall)).toMatchObject([{ body: { note: 'Too thin' } }])
  })

  it('says why the server refuses a price', async () => {
    const { user } = await openQuestion(aQuestion({ line: measured() }), [], {
      [answerCall]: () => refusal('QUESTION_CLOSED', 'A colleague was faster'),
    })
    await user.type(await screen.findByRole('textbox', { name: 'Price of one part (USD)' }), '12')
    await user.type(screen.getByRole('spinbutton', { name: 'Working days' }), '8')
    await user.click(screen.getByRole('button', { name: 'Send the price' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Send the price' }))
    expect(await dialog.findByText('A colleague was faster')).toBeTruthy()
  })

  it('shows that a colleague has answered meanwhile once the refused price is withdrawn', async () => {
    let view = aQuestion({ line: measured() })
    const read = 'GET /global/staff/expert/{lineId}'
    const { user } = await openQuestion(view, [], {
      [read]: () => data(read, view),
      [answerCall]: () => {
        view = { ...view, isOpen: false }
        return refusal('QUESTION_CLOSED', 'A colleague was faster')
      },
    })
    await user.type(await screen.findByRole('textbox', { name: 'Price of one part (USD)' }), '12')
    await user.type(screen.getByRole('spinbutton', { name: 'Working days' }), '8')
    await user.click(screen.getByRole('button', { name: 'Send the price' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Send the price' }))
    await dialog.findByText('A colleague was faster')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))

    expect(await screen.findByText(/^The customer has changed the part since/)).toBeTruthy()
  })

  it('offers no answer once the customer has changed the part', async () => {
    await openQuestion(aQuestion({ line: measured(), isOpen: false }))
    expect(await screen.findByText(/^The customer has changed the part since/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Send the price' })).toBeNull()
  })
})

describe('the answers to a question in the command palette', () => {
  it('are those of the page', async () => {
    const { user, to } = await openQuestion(aQuestion({ line: measured() }))
    await screen.findByRole('button', { name: 'Send the price' })
    await runFromPalette(user, 'Save as draft')
    await waitFor(() => expect(to(draftCall)).toHaveLength(1))

    await runFromPalette(user, 'Decline')
    expect(await screen.findByRole('dialog', { name: 'Decline this question?' })).toBeTruthy()
  })

  it('are missing once the question is answered, and without the right', async () => {
    const { user } = await openQuestion(aQuestion({ isOpen: false, state: 'answered' }))
    await screen.findByRole('heading', { level: 1, name: /bracket\.stl/ })
    expect(await namesInPalette(user)).not.toContain('Decline')

    cleanup()
    const other = await openQuestion(aQuestion(), [], {
      'GET /global/staff/me': () => data('GET /global/staff/me', { ...grace, rights: rightsOf('operator') }),
    })
    expect(await namesInPalette(other.user)).not.toContain('Decline')
  })
})
