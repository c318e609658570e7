import {
  defaultConfiguration,
  offeredServices,
  type ServiceId,
  type ServiceSelection,
  serviceIds,
} from '@cotation/domain'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { minorOf, section, set, showPanel } from '#features/quote/panel/panel.fixture.tsx'
import { measuresOf } from '#features/quote/workspace/workspace.fixture.ts'
import { isListed } from './service-selection.ts'

const services = () => section('Value-added services')
const nameOf = (id: ServiceId) => packagedCatalogue.services.find((one) => one.id === id)?.name.en ?? id
const options = (id: ServiceId) => services().getByRole('radiogroup', { name: nameOf(id), hidden: true })
const card = (id: ServiceId) => within(options(id))
const details = (id: ServiceId) => within(options(id).closest('details') as HTMLElement)

const pick = (id: ServiceId, option: RegExp | string) =>
  fireEvent.click(card(id).getByRole('radio', { name: option, hidden: true }))

const bracket = measuresOf('bracket-100x60x25')
const listed = serviceIds.filter(isListed)

/** A material and an option that needs no confirmation, by service. */
function takerOf(id: ServiceId) {
  for (const material of packagedCatalogue.materials) {
    const process = material.processIds[0] ?? 'milling'
    const offered = offeredServices(bracket, material, process, packagedCatalogue).find(
      ({ service }) => service.id === id,
    )
    const option = offered?.options.find(({ fault }) => !fault)
    if (!offered?.fault && option && !offered?.mandatory && !offered?.defaultOn)
      return { materialId: material.id, option: option.option }
  }
  // Hardness is part of every silicone; a steel may have it too, with the heat treatment that makes
  // it.
  throw new Error(`nothing takes ${id}`)
}

describe('every service of the specification', () => {
  it.each(listed)('%s is added with its defaults and the announced price, and removed', async (id) => {
    const { materialId, option } = takerOf(id)
    const { configuration } = await showPanel({ catalogue: packagedCatalogue, materialId })
    const before = defaultConfiguration(bracket, materialId, packagedCatalogue, 10)

    expect(configuration()).toEqual(before)

    const radio = card(id).getByRole('radio', { name: new RegExp(`^${escaped(option.name.en)}`), hidden: true })
    const adds = radio.closest('label')?.querySelector('data')

    expect(adds?.textContent).toMatch(/\$|included|no extra cost/)

    fireEvent.click(radio)
    expect(configuration().services.find((one) => one.id === id)).toMatchObject({ id, option: option.id })

    const included = packagedCatalogue.services.find((one) => one.id === id)?.included?.en
    pick(id, new RegExp(`^${escaped(included ?? 'None')}`))

    const dialog = screen.queryByRole('dialog')
    if (dialog) fireEvent.click(within(dialog).getByRole('button', { name: 'Continue' }))

    expect(configuration().services.find((one) => one.id === id)).toBeUndefined()
  })
})

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** What a customer enters in the fields of each service, and the resulting selection. */
const filled: readonly [ServiceId, string, Record<string, string>, Partial<ServiceSelection>][] = [
  [
    'anodizing',
    'al-6061-t6',
    { Gloss: 'glossy', 'Anodized colour': 'red', 'Faces to mask': 'M6 thread' },
    { gloss: 'glossy', colour: 'red', masking: 'M6 thread' },
  ],
  ['dyeing', 'mjf-pa12', { 'Colour 1': 'black' }, { colours: ['black'] }],
  [
    'painting',
    'sla-9600-white',
    { 'Colour 1': 'PANTONE 186 C', Finish: 'satin' },
    { colours: ['PANTONE 186 C'], finish: 'satin' },
  ],
  [
    'silkscreen',
    'al-6061-t6',
    { 'Colour 1': 'RAL 9005', 'Printed zones': '2', Position: 'front' },
    { colours: ['RAL 9005'], zones: 2, position: 'front' },
  ],
  ['polishing', 'al-6061-t6', { 'Faces to polish': 'top' }, { faces: 'top' }],
  ['surface-finish', 'al-6061-t6', { Faces: 'marked' }, { faces: 'marked' }],
  ['grinding', 'ss-304', { 'Faces to grind': '2', 'Area to grind (cm²)': '12.5' }, { faces: 2, areaCm2: 12.5 }],
  ['assembling', 'al-6061-t6', { 'Assembly time (min per unit)': '4.5' }, { minutesPerUnit: 4.5 }],
  [
    'special-treatment',
    'sla-9600-white',
    { 'Colour of the paint': 'RAL 9003' },
    { option: 'spray-paint', colour: 'RAL 9003' },
  ],
]

describe('the inputs of a service', () => {
  it.each(filled)('%s on %s are stored as typed', async (id, materialId, typed, kept) => {
    const { configuration } = await showPanel({ catalogue: packagedCatalogue, materialId })
    const first = card(id)
      .getAllByRole<HTMLInputElement>('radio', { hidden: true })
      .find((one, at) => at > 0 && !one.disabled)
    fireEvent.click(first as HTMLElement)
    for (const [label, value] of Object.entries(typed)) set(details(id).getByLabelText(label), value)
    expect(configuration().services.find((one) => one.id === id)).toMatchObject(kept)
  })

  it('require one to five distinct colours for painting (spec 9)', async () => {
    const { configuration } = await showPanel({ catalogue: packagedCatalogue, materialId: 'sla-9600-white' })
    pick('painting', /^Pantone/)

    const field = (number: number) => details('painting').getByLabelText(`Colour ${number}`)
    expect(details('painting').getByText(/^Too few colours for the service Painting/)).toBeTruthy()

    set(field(1), 'reddish')
    expect(field(1).getAttribute('aria-invalid')).toBe('true')
    expect(details('painting').getByText(/^“reddish” is not a reference/)).toBeTruthy()

    set(field(1), '186 C')
    expect(field(1).getAttribute('aria-invalid')).toBeNull()

    const add = () => details('painting').queryByRole('button', { name: 'Add a colour', hidden: true })
    fireEvent.click(add() as HTMLElement)

    expect(details('painting').getByText(/^A colour of the service Painting \(Pantone\) is empty/)).toBeTruthy()

    set(field(2), 'PANTONE 186 C')
    expect(details('painting').getByText(/is given twice/)).toBeTruthy()
    expect(details('painting').getByText(/^A file is missing/)).toBeTruthy()

    for (const colour of ['RAL 9005', 'RAL 9003', '286 C']) {
      const count = configuration().services.flatMap((one) => (one.id === 'painting' ? one.colours : [])).length
      if (count < 5) fireEvent.click(add() as HTMLElement)
      set(field(count + 1), colour)
    }

    expect(add()).toBeNull()

    fireEvent.click(details('painting').getByRole('button', { name: 'Remove colour 5', hidden: true }))
    expect(add()).not.toBeNull()
  })

  it('allow three colours for solid dyeing, at least two for gradient, one for cream (spec 9)', async () => {
    const { line } = await showPanel({ catalogue: packagedCatalogue, materialId: 'mjf-pa12' })
    pick('dyeing', /^Cream/)

    expect(details('dyeing').queryByRole('button', { name: 'Add a colour', hidden: true })).toBeNull()

    pick('dyeing', /^Gradient/)
    expect(details('dyeing').getByText('Colours, 3 at most')).toBeTruthy()

    set(details('dyeing').getByLabelText('Colour 1'), 'black')
    expect(details('dyeing').getByText(/Too few|is empty/)).toBeTruthy()
    expect(line().price).toBeUndefined()

    set(details('dyeing').getByLabelText('Colour 2'), 'blue')
    expect(line().price).toBeDefined()
  })

  it('require the quantity of anodizing to match the line (spec 5)', async () => {
    const { line } = await showPanel()
    pick('anodizing', /^Type II \(/)

    const field = details('anodizing').getByLabelText('Parts to anodize')
    expect((field as HTMLInputElement).value).toBe('10')

    set(field, '9')
    expect(
      details('anodizing').getByText('The quantity to anodize differs from that of the line. Enter 10 parts.'),
    ).toBeTruthy()
    expect(line().price).toBeUndefined()

    set(field, '10')
    expect(line().price).toBeDefined()
  })

  it('show the minimum hardness of hard anodizing (spec 9)', async () => {
    await showPanel()
    expect(details('anodizing').getByText('Hardness: 400 Webster / 40.8 HRC at least')).toBeTruthy()
  })

  it('limit the hardness of a silicone to 30 to 70 in its steps (spec 9)', async () => {
    await showPanel({ catalogue: packagedCatalogue, materialId: 'vc-silicone' })
    const field = details('hardness').getByRole('spinbutton', { hidden: true })
    expect(details('hardness').getByText(/^From 30 to 70, commonly /)).toBeTruthy()
    set(field, '95')
    expect(
      details('hardness').getByText('This hardness is not available. Enter a hardness from 30 to 70.'),
    ).toBeTruthy()
  })

  it('never send a number that the server would refuse: the line keeps the last one', async () => {
    const { configuration } = await showPanel({ catalogue: packagedCatalogue })
    pick('silkscreen', /^Screen/)
    for (const text of ['1.5', '-1', '', '99999']) {
      set(details('silkscreen').getByLabelText('Printed zones'), text)
      expect(details('silkscreen').getByText('Enter a number from 1 to 20.')).toBeTruthy()
      expect(configuration().services.find(({ id }) => id === 'silkscreen')).toMatchObject({ zones: 1 })
    }
  })

  it('accept an existing attachment or a new file', async () => {
    const { configuration, attach } = await showPanel()
    pick('silkscreen', /^Screen/)
    expect(details('silkscreen').getByText(/^A file is missing for the service Silkscreen/)).toBeTruthy()
    const file = new File(['%PDF'], 'logo.pdf', { type: 'application/pdf' })
    fireEvent.change(details('silkscreen').getByLabelText('Add a file: Artwork'), { target: { files: [file] } })
    await waitFor(() => expect(configuration().services).toMatchObject([{ artworkFileId: 'upload-1' }]))
    expect(attach).toHaveBeenCalledWith(expect.any(String), file)
  })

  it('ask for size, length and count of each external thread', async () => {
    const { configuration, line } = await showPanel()
    pick('threading', /^Class 6g/)

    expect(details('threading').getByText(/is not specified yet/)).toBeTruthy()

    fireEvent.click(details('threading').getByRole('button', { name: 'Add a thread', hidden: true }))
    set(details('threading').getByLabelText('Length (mm)'), '500')

    expect(details('threading').getByText(/Enter a number from 0 to 100\./)).toBeTruthy()

    set(details('threading').getByLabelText('Length (mm)'), '12')
    set(details('threading').getByLabelText('Thread'), 'M8')

    expect(configuration().services).toMatchObject([{ threads: [{ size: 'M8', lengthMm: 12, count: 1 }] }])
    expect(line().price).toBeDefined()
  })
})

describe('inspection and certificates', () => {
  const standard = 'Standard inspection: appearance, main dimensions and quantity'
  const asks = /^Add a drawing with dimensions, or choose a tighter tolerance/

  it('show standard inspection as included until a report replaces it', async () => {
    const { configuration, line } = await showPanel({ catalogue: packagedCatalogue })
    const radio = card('inspection').getByRole<HTMLInputElement>('radio', {
      name: new RegExp(`^${standard}`),
      hidden: true,
    })

    expect(radio.checked).toBe(true)
    expect(radio.closest('label')?.textContent).toBe(`${standard}included`)
    expect(configuration().services).toEqual([])

    pick('inspection', /^Dimensional report, up to 5 pieces/)
    expect(configuration().services).toEqual([{ id: 'inspection', option: 'report-five' }])
    expect(line().price?.breakdown.at(-1)).toMatchObject({ term: 'inspection', reason: { values: { pieces: 5 } } })
  })

  it('ask for a drawing with a report, until there is one', async () => {
    const { attach, line } = await showPanel({ catalogue: packagedCatalogue })
    expect(details('inspection').queryByText(asks)).toBeNull()

    pick('inspection', /^Dimensional report, first piece/)
    expect(details('inspection').getByText(asks).textContent).toContain('“ISO 2768-m (medium)”')
    expect(line().price).toBeDefined()

    const file = new File(['%PDF'], 'bracket.pdf', { type: 'application/pdf' })
    fireEvent.change(details('inspection').getByLabelText('Add a file: dimensions to measure'), {
      target: { files: [file] },
    })
    await waitFor(() => expect(attach).toHaveBeenCalledWith(expect.any(String), file))
  })

  it('do not ask for a drawing if the tolerance is tighter than the usual one', async () => {
    await showPanel({ catalogue: packagedCatalogue, configuration: { toleranceId: 'pm-0.05' } })
    pick('inspection', /^Dimensional report, first piece/)
    expect(details('inspection').queryByText(asks)).toBeNull()
  })

  it('offer EN 10204 for metals and a certificate of conformity for plastics', async () => {
    await showPanel({ catalogue: packagedCatalogue, materialId: 'sla-9600-white' })
    expect(card('certificate').queryByRole('radio', { name: /^EN 10204/, hidden: true })).toBeNull()
    expect(card('certificate').getByRole('radio', { name: /^Certificate of conformity/, hidden: true })).toBeTruthy()
    expect(card('certificate').getByText(/^Not available for .*: EN 10204 2\.1 .* EN 10204 3\.1/)).toBeTruthy()
  })

  it('name the standard inspection in the read-only summary', async () => {
    await showPanel({ catalogue: packagedCatalogue, readOnly: true })
    expect(screen.getByText(standard)).toBeTruthy()
  })
})

describe('the rules of the services (specification, value-added services)', () => {
  it('ask before a service replaces one that it excludes, and keep it if the customer declines', async () => {
    const anodized = { id: 'anodizing', option: 'type-ii', colour: 'black', gloss: 'matte', quantity: 10 } as const
    const { configuration, edits } = await showPanel({ configuration: { services: [anodized] } })
    pick('painting', /^Pantone/)

    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('This service replaces “Anodizing”. Continue?')

    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(edits).toEqual([])

    pick('painting', /^Pantone/)
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Continue' }))

    expect(configuration().services.map(({ id }) => id)).toEqual(['painting'])
  })

  it('do not let a mandatory service be cancelled', async () => {
    const { configuration } = await showPanel({ materialId: 'mjf-pa12' })
    const none = card('sandblasting').getByRole<HTMLInputElement>('radio', { name: /^None/, hidden: true })
    expect(none.disabled).toBe(true)
    expect(none.closest('label')?.textContent).toContain('This service is mandatory for this material.')
    pick('sandblasting', /^Glass bead #120/)
    expect(configuration().services).toEqual([{ id: 'sandblasting', option: 'glass-120' }])
  })

  it('add the services that an option needs and report it; removing them removes the option', async () => {
    const { configuration } = await showPanel({ catalogue: packagedCatalogue, materialId: 'ss-304' })
    pick('surface-finish', /^Ra 0\.4/)

    expect(
      configuration()
        .services.map(({ id }) => id)
        .sort(),
    ).toEqual(['grinding', 'surface-finish'])
    expect(screen.getByText(/^Also added: Grinding\./)).toBeTruthy()

    pick('grinding', 'None')
    expect(configuration().services).toEqual([])
    expect(screen.getByText(/^No longer possible and removed: Surface finish\./)).toBeTruthy()
  })

  it('warn before the default heat treatment of a material is cancelled', async () => {
    const { configuration, edits } = await showPanel({ catalogue: packagedCatalogue, materialId: 'slm-316l' })
    expect(configuration().services.map(({ id }) => id)).toContain('heat-treatment')

    pick('heat-treatment', 'None')

    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Without heat treatment the part may warp or crack')
    expect(edits).toEqual([])

    fireEvent.click(within(dialog).getByRole('button', { name: 'Continue' }))
    expect(configuration().services.map(({ id }) => id)).not.toContain('heat-treatment')
  })

  it('add exactly the announced amount to the line', async () => {
    const { line } = await showPanel()
    const before = line().price
    const radio = card('sandblasting').getByRole('radio', { name: /^Alumina #120/, hidden: true })
    const shown = radio.closest('label')?.querySelector('data')
    const added = minorOf(shown)
    const text = shown?.textContent

    fireEvent.click(radio)
    expect((line().price?.linePrice.minor ?? 0) - (before?.linePrice.minor ?? 0)).toBe(added)
    expect(text).toContain('+1 working day')
    expect((line().price?.leadTime.workingDays ?? 0) - (before?.leadTime.workingDays ?? 0)).toBe(1)
  })

  it('list the services that are impossible for the material', async () => {
    await showPanel()
    expect(services().getByText(/^Not available for Aluminium 6061-T6: Dyeing/)).toBeTruthy()
  })
})
