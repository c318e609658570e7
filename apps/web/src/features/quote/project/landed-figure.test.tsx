import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { aWorkspace, renderWorkspace } from '#features/quote/lines/lines-screen.fixture.tsx'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { aWorkLine, smallCatalogue, usualPrint } from '#features/quote/workspace/workspace.fixture.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { aProjectView } from '#lib/testing/views.ts'
import { LandedFigure } from './landed-figure.tsx'

beforeEach(() => browserStorage.remove('quote.country'))

/** Twenty prints of the reference housing. */
function prints(): WorkLine {
  const { part } = aWorkLine(smallCatalogue)
  if (!part) throw new Error('the line has no part')
  return aWorkLine(smallCatalogue, { configuration: { ...usualPrint(part, smallCatalogue), quantity: 20 } })
}

interface Setting {
  lines?: readonly WorkLine[]
  country?: string | null
  language?: 'fr' | 'en'
}

async function open({ lines = [prints()], country = 'FR', language = 'en' }: Setting = {}) {
  const workspace = aWorkspace(lines, { project: aProjectView({ country }) })
  workspace.actions.setCountry.mockImplementation(async (chosen) => {
    const before = workspace.store.get()
    workspace.store.set({ ...before, project: { ...before.project, country: chosen } })
  })
  await renderWorkspace(
    workspace,
    ({ workspace: shown }) => (
      <dl>
        <LandedFigure workspace={shown} />
      </dl>
    ),
    { language },
  )

  return { ...workspace, user: userEvent.setup() }
}

async function openDialog(setting: Setting = {}) {
  const opened = await open(setting)
  await opened.user.click(await screen.findByRole('button', { name: /^(Details and country|Détail et pays)$/ }))
  return { ...opened, dialog: within(await screen.findByRole('dialog')) }
}

/** The terms of the dialog with their amounts. */
const rows = () =>
  [...screen.getByRole('dialog').querySelectorAll('dl > div')].map((row) => [
    row.querySelector('dt')?.firstChild?.textContent,
    row.querySelector('dd')?.textContent,
  ])

const usd = (text: string | null | undefined) => Math.round(Number(text?.replace(/[^\d.]/g, '')) * 100)

describe('the landed cost beside the total', () => {
  it('names the country, the carriage and the import charges', async () => {
    await open()
    expect(await screen.findByText(/^France: shipping \$\d+\.\d\d, duty and tax \$\d+\.\d\d\.$/)).toBeDefined()
  })

  it('says that it is being worked out until it belongs to the lines of the total', async () => {
    const ready = prints()
    const analysing = { ...prints(), status: 'analysing' as const }
    const { store } = await open({ lines: [ready, analysing] })
    const summary = await screen.findByText(/^France: shipping/)
    const figure = summary.closest('div')
    const before = figure?.querySelector('data')?.textContent

    const records: MutationRecord[] = []
    const observer = new MutationObserver((more) => records.push(...more))
    observer.observe(summary, { childList: true })
    await act(async () => store.set({ ...store.get(), lines: [ready, { ...analysing, status: 'ready' }] }))
    await waitFor(() => expect(figure?.querySelector('data')?.textContent).not.toBe(before))
    records.push(...observer.takeRecords())
    observer.disconnect()

    const shownMeanwhile = records.flatMap(({ removedNodes }) => [...removedNodes].map((node) => node.textContent))
    expect(shownMeanwhile).toContain('Being worked out…')
    expect(figure?.getAttribute('aria-busy')).toBe('false')
    expect(screen.getByText(/^France: shipping/)).toBeDefined()
  })

  it.each([
    [[], 'Add a part to see shipping and taxes.'],
    [[aWorkLine(smallCatalogue, { status: 'needs-decision' })], 'Available once a part is ready.'],
    [[aWorkLine(smallCatalogue, { status: 'analysing' })], 'Available once a part is ready.'],
  ])('says what is missing', async (lines, text) => {
    await open({ lines })
    expect(await screen.findByText(text)).toBeDefined()
  })

  it('leaves out duty and tax for a country without figures, and says so', async () => {
    await open({ country: 'BR' })
    expect(await screen.findByText(/^Brazil: shipping \$\d+\.\d\d, without duty and tax\.$/)).toBeDefined()
  })

  it('assumes the last country that was chosen in this browser', async () => {
    browserStorage.set('quote.country', 'CH')
    await open({ country: null, language: 'fr' })
    expect(await screen.findByText(/^Suisse\s: transport/)).toBeDefined()
  })
})

describe('the dialog of the landed cost', () => {
  it('lists every charge with its base and rate, which add up to the total', async () => {
    const { dialog } = await openDialog()
    const amounts = rows().map(([, amount]) => usd(amount))

    expect(rows().map(([name]) => name)).toEqual([
      '1 ready part',
      'Shipping, SF International Standard Express',
      'Customs duty, HS code 3926.90',
      'Import VAT',
      'Landed cost',
    ])
    expect(amounts.at(-1)).toBe(amounts.slice(0, -1).reduce((sum, amount) => sum + amount, 0))
    expect(dialog.getByText(/^6\.5% of \$[\d.]+ \(parts and shipping\)$/)).toBeDefined()
    expect(dialog.getByText(/^20% of \$[\d.]+ \(parts, shipping and duty\)$/)).toBeDefined()
    expect(
      dialog.getByText(/^Estimate: duty and tax are paid to customs.* Origin of the parts: China\.$/),
    ).toBeDefined()
    expect(
      dialog.getByText(/^European Commission, TARIC \(rate entered on Nov 17, 2026, not verified\)$/),
    ).toBeDefined()
  })

  it('lists the proposed HS code, origin, weight and value of each part, with their source', async () => {
    const { user, dialog } = await openDialog()
    await user.click(dialog.getByText('HS codes of the parts (proposed)'))

    expect(dialog.getByText('Other articles of plastics')).toBeDefined()
    expect(dialog.getByText(/^HS code 3926\.90 \(proposed\) · origin: China · net weight [\d.]+\skg$/)).toBeDefined()
    expect(dialog.getByText(`Declared value: ${rows()[0]?.[1]}`)).toBeDefined()
    expect(
      dialog.getByText(/^World Customs Organization, .* \(codes entered on Nov 17, 2026 by material;/),
    ).toBeDefined()
  })

  it('explains the billed weight and gives the delivery date', async () => {
    const { dialog } = await openDialog({ language: 'fr' })
    expect(dialog.getByText(/^Poids facturé\s: [\d,]+\skg\. Le carton mesure .* cm, ÷\s5\s000\s= /)).toBeDefined()
    expect(dialog.getByText(/^Le moins cher\. Livraison au plus tard le /)).toBeDefined()
  })

  it('estimates again for another country, and remembers it', async () => {
    const { user, dialog, actions } = await openDialog()
    const country = dialog.getByRole<HTMLInputElement>('combobox', { name: 'Country of delivery' })
    expect(country.value).toBe('France')

    await user.clear(country)
    await user.type(country, 'United St')
    await user.click(await screen.findByRole('option', { name: 'United States' }))

    expect(actions.setCountry).toHaveBeenCalledExactlyOnceWith('US')
    expect(browserStorage.get('quote.country')).toBe('US')
    expect(await dialog.findByText('Section 301 additional duty, HS code 3926.90')).toBeDefined()
    expect(dialog.queryByText(/VAT/)).toBeNull()
  })

  it('says that a country could not be saved', async () => {
    const { user, dialog, actions } = await openDialog()
    actions.setCountry.mockRejectedValueOnce(new Error('offline'))
    const country = dialog.getByRole('combobox', { name: 'Country of delivery' })

    await user.clear(country)
    await user.type(country, 'Norway')
    await user.click(await screen.findByRole('option', { name: 'Norway' }))

    expect(await dialog.findByText('The country could not be saved. Please try again.')).toBeDefined()
  })

  it('says why a part cannot be shipped', async () => {
    const line = prints()
    const part = line.part && { ...line.part, sizeMm: [3000, 60, 30] as const }
    const { dialog } = await openDialog({ lines: [{ ...line, part }] })
    expect(dialog.getByText(/^A part is too large for our carriers/)).toBeDefined()
  })

  it('says that import is not estimated for a country', async () => {
    const { dialog } = await openDialog({ country: 'BR' })
    expect(dialog.getByText('No estimate of duty and tax for this country.')).toBeDefined()
    expect(rows().at(-1)?.[0]).toBe('Total without duty and tax')
  })
})
