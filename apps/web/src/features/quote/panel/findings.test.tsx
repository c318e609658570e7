import { defaultConfiguration } from '@cotation/domain'
import type { Finding } from '@cotation/geometry'
import { partMeasuresOf } from '@cotation/pricing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findingsOn } from '#features/quote/choices/inspect.ts'
import type { WorkFinding } from '#features/quote/workspace/work-line.ts'
import { smallCatalogue } from '#features/quote/workspace/workspace.fixture.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { ada, data, stubGateway } from '#lib/testing/gateway-stub.ts'
import { aLineView } from '#lib/testing/views.ts'
import { minorOf, type PanelVisit, section, showPanel } from './panel.fixture.tsx'
import { analysedPlate } from './plate.fixture.ts'
import { resolvingMaterials } from './resolving-materials.tsx'

/** MJF has no wall limit here, so the finding can be resolved. */
const catalogue = { ...smallCatalogue, ruleLimits: { 'min-wall-mjf': { blocks: null, warns: null } } }

/** The panel of a thin plate in white resin, with its findings. */
async function showPlate(visit: PanelVisit = {}, accepted?: WorkFinding['accepted']) {
  const analysis = await analysedPlate(0.9)
  const body = analysis.bodies[0]
  if (!body) throw new Error('no body')

  const part = partMeasuresOf(body)
  const configuration = defaultConfiguration(part, 'sla-9600-white', catalogue, 10)
  const findings = findingsOn({ part, analysis, fileName: 'plate.stl' }, configuration, catalogue)
  const panel = await showPanel({
    catalogue,
    configuration,
    facts: { analysis, body, state: 'ready' },
    ...visit,
    line: { part, findings: findings.map((finding) => ({ finding, accepted })), ...visit.line },
  })

  return { ...panel, findings, part, analysis }
}

const findings = () => section('Manufacturability')

const wall = () =>
  within(
    findings()
      .getByText(/^Wall of 0\.9 mm/)
      .closest('li') as HTMLElement,
  )

const expert = () => within(findings().getByRole('button', { name: 'Ask an expert' }).parentElement as HTMLElement)

describe('the findings of a part', () => {
  it('advise on the model in one sentence', async () => {
    const { findings: found } = await showPlate()
    const [first] = found
    if (!first) throw new Error('no finding')

    const finding: Finding = { ...first, resolve: ['enlarge-part', 'check-unit'] }
    cleanup()
    await showPlate({ line: { findings: [{ finding, accepted: undefined }] } })
    expect(findings().getByText('Enlarge the part or check the file’s unit')).toBeTruthy()
  })

  it('are listed worst first, each with measured value and limit', async () => {
    await showPlate()
    const heads = findings()
      .getAllByRole('heading', { level: 4 })
      .map((head) => head.textContent)
    expect(heads).toEqual(['Blocking', 'Warning', 'Information'])
    expect(wall().getByText(/^Found 0\.9 mm, limit [\d.]+ mm$/)).toBeTruthy()
    expect(findings().getByText('2 to decide')).toBeTruthy()
  })

  it('speak of a minimum if they are blocking, and of advice if they warn', async () => {
    const { findings: found } = await showPlate()
    const thin = found.find(({ rule }) => rule === 'min-wall-sla')
    if (!thin) throw new Error('no finding')
    expect(wall().getByText(/: [\d.]+ mm advised for a part of this size\.$/)).toBeTruthy()

    const finding: Finding = { ...thin, severity: 'blocks', limit: 1 }
    cleanup()
    await showPlate({ line: { findings: [{ finding, accepted: undefined }] } })
    expect(wall().getByText(/: minimum 1 mm for a part of this size\.$/)).toBeTruthy()
  })

  it('show their location on the model, with what was measured there', async () => {
    await showPlate()
    const place = () => wall().getByRole('button', { name: 'Show it on the model: 0.9 mm, 1,600 mm²' })
    expect(place().getAttribute('aria-pressed')).toBe('false')
    fireEvent.click(place())
    await waitFor(() => expect(place().getAttribute('aria-pressed')).toBe('true'))
  })

  it('are accepted individually after a confirmation (product decisions, Quote)', async () => {
    const { acceptFindings, line } = await showPlate()
    fireEvent.click(wall().getByRole('button', { name: 'Accept the risk' }))

    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/^Wall of 0\.9 mm/)).toBeTruthy()
    expect(dialog.getByText(/does not entitle you to a remake/)).toBeTruthy()
    expect(acceptFindings).not.toHaveBeenCalled()

    fireEvent.click(dialog.getByRole('button', { name: 'I accept this risk' }))
    await waitFor(() => expect(acceptFindings).toHaveBeenCalledWith(line().id, ['min-wall-sla']))
  })

  it('name the risk of their kind when they are accepted: a mesh does not break', async () => {
    const finding: Finding = {
      rule: 'cnc-needs-step',
      metric: 'file.kind',
      unit: 'none',
      severity: 'warns',
      value: 'mesh',
      limit: 'mesh',
      places: [],
      resolve: ['use-step', 'accept-risk'],
    }
    await showPlate({ line: { findings: [{ finding, accepted: undefined }] } })
    fireEvent.click(findings().getByRole('button', { name: 'Accept the risk' }))

    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/^Holes and radii are made as estimated .* does not entitle you to a remake/)).toBeTruthy()
    expect(dialog.queryByText(/breakage/)).toBeNull()
  })

  it('can be accepted only once the server has found them too', async () => {
    await showPlate({ line: { source: 'browser' } })
    expect(wall().queryByRole('button', { name: 'Accept the risk' })).toBeNull()
    expect(wall().getByText('You can accept this risk once the server has confirmed the measurement.')).toBeTruthy()
  })

  it('cannot be accepted if they are blocking', async () => {
    await showPlate()
    const blocking = findings()
      .getByText(/^Part too small/)
      .closest('li') as HTMLElement
    expect(within(blocking).queryByRole('button', { name: 'Accept the risk' })).toBeNull()
  })

  it('show who accepted them and when, and the acceptance can be withdrawn', async () => {
    const accepted = { at: '2026-11-15T10:30:00.000Z', by: 'Ada' }
    const { withdrawFindings } = await showPlate({}, accepted)

    expect(wall().getByText(/^Risk accepted by Ada on November 15, 2026/)).toBeTruthy()

    fireEvent.click(wall().getByRole('button', { name: 'Withdraw acceptance' }))
    await waitFor(() => expect(withdrawFindings).toHaveBeenCalledWith(expect.any(String), ['min-wall-sla']))
  })

  it('are resolved in one step by the cheapest material without them', async () => {
    const { edits, line } = await showPlate()
    fireEvent.click(wall().getByRole('button', { name: 'Materials without this problem' }))

    const ways = wall().getAllByRole('listitem')
    expect(ways.map((way) => way.querySelector('strong')?.textContent)).toEqual(['MJF PA12 (HP 3D HR)'])

    const shown = minorOf(ways[0]?.querySelector('data'))
    expect(ways[0]?.querySelector('time')?.getAttribute('datetime')).toMatch(/^2\d{3}-/)

    fireEvent.click(wall().getByRole('button', { name: /^Choose MJF/ }))
    expect(edits.map(({ label }) => label)).toEqual(['resolve'])
    expect(line()).toMatchObject({ configuration: { materialId: 'mjf-pa12' }, price: { linePrice: { minor: shown } } })
  })

  it('cannot be resolved by a material if all have the same wall limit', async () => {
    const { part, analysis, findings: found } = await showPlate()
    const thin = found.find(({ rule }) => rule === 'min-wall-sla') as Finding
    const configuration = defaultConfiguration(part, 'sla-9600-white', smallCatalogue, 10)
    expect(resolvingMaterials({ part, analysis, fileName: 'plate.stl' }, thin, configuration, smallCatalogue)).toEqual(
      [],
    )
  })

  it('link to the button that replaces the file', async () => {
    await showPlate()
    fireEvent.click(wall().getByRole('button', { name: 'Replace the file' }))
    expect(document.activeElement).toBe(screen.getAllByRole('button', { name: 'Replace the file' }).at(-1))
  })
})

describe('an expert', () => {
  it('is asked with the account’s e-mail address, and promised to answer within 24 hours (spec 9)', async () => {
    stubGateway({
      'GET /global/common/index': () =>
        data('GET /global/common/index', { userInfo: ada, brand: {} as never } as never),
    })

    const { askExpert, line } = await showPlate()
    fireEvent.click(findings().getByRole('button', { name: 'Ask an expert' }))

    expect(expert().getByText(/within 24 hours/)).toBeTruthy()

    const email = expert().getByLabelText<HTMLInputElement>('E-mail for the answer')
    await waitFor(() => expect(email.value).toBe('ada@example.com'))
    fireEvent.change(expert().getByLabelText('Your question'), { target: { value: ' Can you print it? ' } })
    fireEvent.click(expert().getByRole('button', { name: 'Send the question' }))
    await waitFor(() => expect(askExpert).toHaveBeenCalledWith(line().id, 'Can you print it?', 'ada@example.com'))
  })

  it('shows a failed request in place, and keeps the question', async () => {
    const failing = async () => {
      throw new ApiError({ code: 'NETWORK', status: 0, message: 'No connection.' })
    }
    await showPlate({ actions: { askExpert: failing } })
    fireEvent.click(findings().getByRole('button', { name: 'Ask an expert' }))

    const question = expert().getByLabelText<HTMLTextAreaElement>('Your question')
    fireEvent.change(question, { target: { value: 'Well?' } })
    fireEvent.change(expert().getByLabelText('E-mail for the answer'), { target: { value: 'a@b.fr' } })
    fireEvent.submit(question.closest('form') as HTMLFormElement)

    expect((await expert().findByRole('alert')).textContent).toBe('No connection.')
    expect(question.value).toBe('Well?')
  })

  const asked = { question: 'Can you?', askedAt: '2026-11-15T10:00:00.000Z' }
  const answer = {
    unitMinor: 1234,
    lineMinor: 12_340,
    workingDays: 6,
    sizeMm: null,
    weightG: null,
    note: 'With supports.',
    answeredAt: asked.askedAt,
  }

  it('can be recalled after being asked', async () => {
    const view = aLineView({ manual: { ...asked, state: 'asked', answer: null } })
    const { recallExpert } = await showPlate({ line: { view } })
    expect(findings().getByText(/^An expert is reviewing this part/)).toBeTruthy()
    fireEvent.click(findings().getByRole('button', { name: 'Withdraw the question' }))
    await waitFor(() => expect(recallExpert).toHaveBeenCalledOnce())
  })

  it('sets the price of the line with an answer', async () => {
    await showPlate({ line: { view: aLineView({ manual: { ...asked, state: 'answered', answer } }) } })
    const price = within(screen.getByRole('region', { name: 'Price' }))
    expect(minorOf(price.getByText(/^Expert’s price for 10 parts$/).nextElementSibling)).toBe(12_340)
    expect(price.getByText('An expert set this price for you.')).toBeTruthy()
    await waitFor(() => expect(price.getByRole('status').textContent).toMatch(/^\$123\.40 for 10 parts/), {
      timeout: 3000,
    })
    expect(price.getByText('With supports.')).toBeTruthy()
    expect(findings().getByRole('button', { name: 'Return to the automatic price' })).toBeTruthy()
  })

  it('leaves the decision to the customer after declining', async () => {
    const declined = { ...answer, unitMinor: null, lineMinor: null, workingDays: null, note: 'Too thin.' }
    await showPlate({ line: { view: aLineView({ manual: { ...asked, state: 'declined', answer: declined } }) } })
    expect(findings().getByText('Too thin.')).toBeTruthy()
    expect(findings().getByRole('button', { name: 'Close the question' })).toBeTruthy()
  })
})

describe('the comparison of materials', () => {
  it('shows price, date, properties, tolerance and findings of each, and selects one', async () => {
    const { line } = await showPlate()
    const materials = section('Process and material')
    fireEvent.click(materials.getByRole('button', { name: 'Change' }))
    fireEvent.click(materials.getByRole('button', { name: 'All' }))
    for (const name of [/^Compare White resin/, /^Compare MJF PA12/, /^Compare Aluminium 6061/])
      fireEvent.click(materials.getByRole('checkbox', { name }))

    // At most three can be compared.
    expect(materials.getByRole<HTMLInputElement>('checkbox', { name: /^Compare PU ABS/ }).disabled).toBe(true)

    fireEvent.click(materials.getByRole('button', { name: 'Compare 3 materials' }))

    const table = within(await screen.findByRole('dialog'))
    const row = (name: string) => [...(table.getByRole('rowheader', { name }).closest('tr')?.children ?? [])].slice(1)

    expect(row('Process').map((cell) => cell.textContent)).toEqual([
      'Stereolithography (SLA)',
      'Multi Jet Fusion (MJF)',
      'CNC milling',
    ])

    const prices = row('Price and delivery').map((cell) => minorOf(cell.querySelector('data')))
    expect(prices.every((minor) => minor > 0)).toBe(true)
    expect(row('Price and delivery').every((cell) => cell.querySelector('time'))).toBe(true)
    expect(row('Tensile strength').map((cell) => cell.textContent)).toContain('48\u00a0MPa')
    expect(row('Heat deflection').at(-1)?.textContent).toBe('not stated')
    expect(row('Manufacturability')[0]?.textContent).toMatch(/Wall of 0\.9\smm/)
    expect(row('Manufacturability')[1]?.textContent).not.toMatch(/Wall of/)

    fireEvent.click(table.getByRole('button', { name: /^Choose this one MJF/ }))
    expect(line()).toMatchObject({
      configuration: { materialId: 'mjf-pa12' },
      price: { linePrice: { minor: prices[1] } },
    })
  })
})
