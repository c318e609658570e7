import { describe, expect, it } from 'vitest'
import type { ServiceSelection } from './configuration.ts'
import { configurationFaults } from './configuration-faults.ts'
import { block, configured, smallCatalogue } from './small-catalogue.fixture.ts'

const faultsOf = (material: string, selection: ServiceSelection) =>
  configurationFaults(block, configured(material, [selection]), smallCatalogue)
const painted = (...colours: string[]) =>
  faultsOf('mjf-pa12', { id: 'painting', option: 'pantone', colours, finish: 'matte' })
const dyed = (option: string, ...colours: string[]) => faultsOf('mjf-pa12', { id: 'dyeing', option, colours })
const printed = (...colours: string[]) =>
  faultsOf('mjf-pa12', { id: 'silkscreen', option: 'screen', colours, zones: 1, position: 'top' })
const ral = (count: number) => Array.from({ length: count }, (_, index) => `RAL ${9000 + index}`)

describe('painting', () => {
  it('accepts up to 5 paint colours per model (spec 9)', () => {
    expect(painted(...ral(1))).toEqual([])
    expect(painted(...ral(5))).toEqual([])
    expect(painted(...ral(6))).toEqual([
      { code: 'TOO_MANY_COLOURS', field: 'services.painting.colours', detail: { service: 'painting', max: 5 } },
    ])
  })

  it('reports surplus colours only as too many, not one by one', () => {
    expect(painted(...ral(5), 'red', '').map(({ code }) => code)).toEqual(['TOO_MANY_COLOURS'])
  })

  it('requires a paint colour', () => {
    expect(painted()).toEqual([
      { code: 'TOO_FEW_COLOURS', field: 'services.painting.colours', detail: { service: 'painting', min: 1 } },
    ])
  })

  it('requires every paint colour to be filled in (spec 9)', () => {
    expect(painted('RAL 9005', '', '  ')).toEqual([
      { code: 'COLOUR_MISSING', field: 'services.painting.colours.1', detail: { service: 'painting' } },
      { code: 'COLOUR_MISSING', field: 'services.painting.colours.2', detail: { service: 'painting' } },
    ])
  })

  it.each([
    'PANTONE 186 C',
    '186 C',
    '2685 U',
    'PANTONE Black 6 C',
    'Cool Gray 11 C',
    'Reflex Blue C',
    'RAL 9005',
    'RAL9005',
  ])('accepts the colour reference %j', (colour) => {
    expect(painted(colour)).toEqual([])
  })

  it.each(['red', '#FF0000', '18 C', 'RAL 95', 'RAL 9005 C', '186', '__proto__', `A${' '.repeat(40)}C`])(
    'refuses the colour reference %j',
    (colour) => {
      expect(painted('RAL 9005', colour)).toEqual([
        { code: 'COLOUR_UNREADABLE', field: 'services.painting.colours.1', detail: { service: 'painting', colour } },
      ])
    },
  )

  it('accepts references up to 40 characters, and truncates longer ones to 60 in the fault', () => {
    expect(painted(`A${'b'.repeat(37)} C`)).toEqual([])
    expect(painted(`A${'b'.repeat(38)} C`)).toMatchObject([{ code: 'COLOUR_UNREADABLE' }])
    expect(painted('x'.repeat(100_000))).toMatchObject([{ detail: { colour: 'x'.repeat(60) } }])
    expect(painted(' '.repeat(100_000))).toMatchObject([{ code: 'COLOUR_UNREADABLE' }])
    expect(painted(' '.repeat(40))).toMatchObject([{ code: 'COLOUR_MISSING' }])
    expect(painted(' '.repeat(41))).toMatchObject([{ code: 'COLOUR_UNREADABLE' }])
  })

  it.each([
    ['RAL 9005', 'RAL9005'],
    ['PANTONE 186 C', '186 C'],
    ['PANTONE Black 6 C', 'PANTONEBlack 6 C'],
  ])('treats %j and %j as the same colour', (one, other) => {
    expect(painted(one, '485 C', other)).toEqual([
      {
        code: 'COLOUR_TWICE',
        field: 'services.painting.colours.2',
        detail: { service: 'painting', colour: other },
      },
    ])
  })
})

describe('dyeing', () => {
  it.each(['solid', 'gradient'])('accepts up to 3 dye colours for %s (spec 9)', (option) => {
    expect(dyed(option, 'red', 'blue', 'green')).toEqual([])
    expect(dyed(option, 'red', 'blue', 'green', 'black')).toEqual([
      { code: 'TOO_MANY_COLOURS', field: 'services.dyeing.colours', detail: { service: 'dyeing', max: 3 } },
    ])
  })

  it('accepts 1 dye colour for cream (spec 9)', () => {
    expect(dyed('cream', 'red')).toEqual([])
    expect(dyed('cream', 'red', 'blue')).toEqual([
      { code: 'TOO_MANY_COLOURS', field: 'services.dyeing.colours', detail: { service: 'dyeing', max: 1 } },
    ])
  })

  it('requires at least 2 dye colours for a gradient', () => {
    expect(dyed('gradient', 'red', 'blue')).toEqual([])
    expect(dyed('gradient', 'red')).toEqual([
      { code: 'TOO_FEW_COLOURS', field: 'services.dyeing.colours', detail: { service: 'dyeing', min: 2 } },
    ])
  })

  it('accepts only listed dye colours, each once', () => {
    expect(dyed('solid', 'RAL 9005')).toEqual([
      {
        code: 'COLOUR_NOT_OFFERED',
        field: 'services.dyeing.colours.0',
        detail: { service: 'dyeing', colour: 'RAL 9005' },
      },
    ])
    expect(dyed('solid', 'red', 'red')).toMatchObject([
      { code: 'COLOUR_TWICE', field: 'services.dyeing.colours.1', detail: { colour: 'red' } },
    ])
    expect(dyed('solid', '')).toMatchObject([{ code: 'COLOUR_MISSING' }])
  })

  it('offers only black and dark grey dye for TPU', () => {
    const tpu = (colour: string) => faultsOf('mjf-tpu-88a', { id: 'dyeing', option: 'solid', colours: [colour] })
    expect(tpu('black')).toEqual([])
    expect(tpu('darkGrey')).toEqual([])
    expect(tpu('red')).toMatchObject([{ code: 'COLOUR_NOT_OFFERED', detail: { colour: 'red' } }])
  })
})

describe('silkscreen', () => {
  it('accepts as many Pantone or RAL colours as the catalogue allows', () => {
    expect(printed(...ral(4))).toEqual([])
    expect(printed(...ral(5))).toEqual([
      { code: 'TOO_MANY_COLOURS', field: 'services.silkscreen.colours', detail: { service: 'silkscreen', max: 4 } },
    ])
    expect(printed()).toMatchObject([{ code: 'TOO_FEW_COLOURS', detail: { min: 1 } }])
    expect(printed('red')).toMatchObject([{ code: 'COLOUR_UNREADABLE', field: 'services.silkscreen.colours.0' }])
    expect(printed('')).toMatchObject([{ code: 'COLOUR_MISSING' }])
  })

  it('accepts 10 free-text colours when the catalogue defines no limit and no references', () => {
    const services = smallCatalogue.services
      .filter(({ id }) => id !== 'painting')
      .map(({ maxColours: _, ...service }) => service)
    const print = (count: number) => {
      const colours = Array.from({ length: count }, (_, index) => `colour ${index}`)
      const selection: ServiceSelection = { id: 'silkscreen', option: 'screen', colours, zones: 1, position: 'top' }
      return configurationFaults(block, configured('mjf-pa12', [selection]), { ...smallCatalogue, services })
    }

    expect(print(10)).toEqual([])
    expect(print(11)).toMatchObject([{ code: 'TOO_MANY_COLOURS', detail: { max: 10 } }])
  })
})

describe('services with one colour', () => {
  it('accepts for anodizing only the colours of its option', () => {
    const anodized = (colour: string) =>
      faultsOf('al-6061-t6', { id: 'anodizing', option: 'type-ii', colour, gloss: 'matte', quantity: 10 })
    expect(anodized('black')).toEqual([])
    expect(anodized('')).toEqual([
      { code: 'COLOUR_MISSING', field: 'services.anodizing.colour', detail: { service: 'anodizing' } },
    ])
    expect(anodized('red')).toEqual([
      {
        code: 'COLOUR_NOT_OFFERED',
        field: 'services.anodizing.colour',
        detail: { service: 'anodizing', colour: 'red' },
      },
    ])
  })

  it('requires one Pantone or RAL colour for spray paint, and none for vapour smoothing', () => {
    const treated = (option: string, colour?: string) =>
      faultsOf('mjf-pa12', { id: 'special-treatment', option, ...(colour === undefined ? {} : { colour }) })
    expect(treated('spray-paint', 'RAL 9005')).toEqual([])
    expect(treated('spray-paint')).toMatchObject([
      { code: 'COLOUR_MISSING', field: 'services.special-treatment.colour', detail: { service: 'special-treatment' } },
    ])
    expect(treated('spray-paint', 'red')).toMatchObject([{ code: 'COLOUR_UNREADABLE' }])
    expect(treated('vapour-smoothing')).toEqual([])
  })

  it('accepts the colours of electrophoresis as options', () => {
    expect(faultsOf('al-6061-t6', { id: 'electrophoresis', option: 'black' })).toEqual([])
    expect(faultsOf('al-6061-t6', { id: 'electrophoresis', option: 'pink' })).toMatchObject([
      { code: 'UNKNOWN_OPTION' },
    ])
  })
})
