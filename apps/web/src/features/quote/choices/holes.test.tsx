import type { Configuration, PartMeasures } from '@cotation/domain'
import type { BodyFacts } from '@cotation/geometry'
import { box } from '@cotation/geometry/solids'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { stubDrawing } from '#features/quote/panel/drawing-stub.fixture.ts'
import { section, set, showPanel } from '#features/quote/panel/panel.fixture.tsx'
import { aWorkLine, measuresOf, smallCatalogue } from '#features/quote/workspace/workspace.fixture.ts'
import { setLanguage } from '#lib/texts/i18n.tsx'
import { shownMesh } from '#viewer/scene/shown-mesh.fixture.ts'
import { holeGroups, usualWork, withHoleWork, workByHole } from './hole-work.ts'
import { configuredPart } from './panel-scope.ts'

const holes = () => section('Threads and inserts')
const all = '8 × Ø 3.3 mm, through, 25 mm'
const work = (hole = all) => holes().getByLabelText<HTMLSelectElement>(`Work in ${hole}`)
const size = (hole = all) => holes().getByLabelText<HTMLSelectElement>(`Size in ${hole}`)
const entries = (select: HTMLSelectElement) => [...select.options].map(({ text, disabled }) => ({ text, disabled }))
const itemsOf = ({ services }: Configuration) =>
  services.flatMap((one) => ('items' in one ? { id: one.id, items: one.items } : []))

describe('the holes of a part', () => {
  it('are configured together if they are equal: tapping with the drawn size', async () => {
    const { configuration, line, edits } = await showPanel()
    const before = line().price?.linePrice.minor ?? 0
    set(work(), 'tapping')

    expect(itemsOf(configuration())).toEqual([
      { id: 'tapping', items: [{ size: 'M4', count: 8, depthMm: 8, holes: [0, 1, 2, 3, 4, 5, 6, 7] }] },
    ])
    expect(line().faults).toEqual([])
    expect(line().price?.linePrice.minor).toBeGreaterThan(before)
    expect(edits.at(-1)?.label).toBe('threads')

    set(work(), '')
    expect(configuration().services).toEqual([])
  })

  it('show for every service and size what it adds, or why it is impossible', async () => {
    await showPanel()

    const kinds = entries(work())
    expect(kinds).toContainEqual({
      text: expect.stringMatching(/^Tapping \(\+\$[\d.]+ · \+1 working day\)$/),
      disabled: false,
    })
    expect(kinds).toContainEqual({
      text: expect.stringMatching(/^Brass insert: The service Brass insert is not available for Aluminium/),
      disabled: true,
    })

    set(work(), 'tapping')

    const sizes = entries(size())
    expect(sizes).toContainEqual({ text: expect.stringMatching(/^M4 \(\+\$/), disabled: false })
    expect(sizes.some(({ text }) => text.startsWith('M12'))).toBe(false)
  })

  it('can each have their own work', async () => {
    const { configuration, line } = await showPanel()
    set(work(), 'tapping')
    fireEvent.click(holes().getByRole('checkbox', { name: 'Choose hole by hole' }))
    set(work('Hole 2'), 'helicoil')
    set(work('Hole 3'), '')

    const byHole = workByHole(configuration())
    expect(byHole.get(0)).toMatchObject({ service: 'tapping', size: 'M4' })
    expect(byHole.get(1)).toMatchObject({ service: 'helicoil' })
    expect(byHole.has(2)).toBe(false)
    expect(itemsOf(configuration()).map(({ id, items }) => [id, items[0]?.count])).toEqual([
      ['tapping', 6],
      ['helicoil', 1],
    ])
    expect(line().faults).toEqual([])
  })

  it('share one error for a thread that is too deep', async () => {
    const { line } = await showPanel()
    set(work(), 'tapping')
    set(holes().getByLabelText(`Thread depth (mm) in ${all}`), '26')
    expect(
      holes()
        .getAllByText(/only 25\smm deep/)
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringMatching(/^Holes no\. 1, 2, 3, 4, 5, 6, 7, and 8 are only 25\smm deep, you ask for 26\./)])
    // In the list, and beside the missing price.
    expect(screen.getAllByText(/only 25\smm deep/)).toHaveLength(2)
    expect(line().price).toBeUndefined()
  })

  it('accept a reamed bore with its fit', async () => {
    const { configuration, line } = await showPanel()
    set(work(), 'reaming')
    set(holes().getByLabelText('Reaming: kind'), 'H7')
    expect(configuration().services).toMatchObject([
      { id: 'reaming', option: 'H7', items: [{ diameterMm: 3.3, count: 8 }] },
    ])
    expect(line().price).toBeDefined()
  })

  it('are highlighted on the model from the list', async () => {
    await showPanel()
    const head = holes().getByRole('button', { name: all })
    fireEvent.mouseEnter(head)
    await waitFor(() => expect(head.getAttribute('aria-pressed')).toBe('true'))
  })

  it('are chosen on the model, which moves the focus to their work', async () => {
    stubDrawing()
    const entries = measuresOf('bracket-100x60x25').holes.map((measured, index) => ({
      ...measured,
      axis: [0, 0, -1],
      entry: [index, 5, 5],
      faces: [],
    }))
    // Only the facts that the viewer reads.
    const body = {
      colour: undefined,
      topology: { watertight: true },
      mass: { box: { min: [0, 0, 0], max: [20, 10, 5] } },
      features: { holes: entries },
    } as unknown as BodyFacts
    await showPanel({ facts: { mesh: shownMesh(box([20, 10, 5])).mesh, body, state: 'ready' } })

    const onModel = within(screen.getByRole('list', { name: 'Holes', hidden: true }))
    fireEvent.click(onModel.getAllByRole('button', { hidden: true })[0] as HTMLElement)
    await waitFor(() => expect(document.activeElement).toBe(work()))
    expect(holes().getByRole('button', { name: all }).getAttribute('aria-pressed')).toBe('true')
  })

  it('take a short thread if the part is thin, through the plate', async () => {
    const part = {
      ...measuresOf('bracket-100x60x25'),
      holes: [{ diameterMm: 6.6, depthMm: 4.763, through: true, wallMm: 9 }],
    }
    const { configuration, line } = await showPanel({ line: { part } })
    const hole = '1 × Ø 6.6 mm, through, 4.76 mm'
    set(work(hole), 'tapping')

    expect(itemsOf(configuration())).toEqual([
      { id: 'tapping', items: [{ size: 'M8', count: 1, depthMm: 4.76, holes: [0] }] },
    ])
    expect(line().faults).toEqual([])
    expect(entries(size(hole)).map(({ text }) => text.split(' ')[0])).toEqual(['M8', '5/16-18', '3/8-16'])
  })

  it('say why a wide bore takes no thread', async () => {
    const part = {
      ...measuresOf('bracket-100x60x25'),
      holes: [{ diameterMm: 152, depthMm: 20, through: true, wallMm: 9 }],
    }
    await showPanel({ line: { part } })
    const [tapping] = entries(work('1 × Ø 152 mm, through, 20 mm')).filter(({ text }) => text.startsWith('Tapping'))
    expect(tapping).toEqual({
      text: 'Tapping: No size of Tapping suits hole no. 1 (Ø 152 mm): they need a diameter from 1 to 12.85 mm. Choose other work or another hole.',
      disabled: true,
    })
  })

  it('can be added by hand if the model does not show them, with the rules of the insert (spec 9)', async () => {
    const { configuration, line } = await showPanel({ reference: 'housing-100x60x30', materialId: 'mjf-pa12' })
    expect(holes().getByText('No hole was found on the model.')).toBeTruthy()

    fireEvent.click(holes().getByRole('button', { name: 'Brass insert in a hole that is not listed' }))

    // The first size and depth fit.
    expect(line().faults).toEqual([])

    const row = within(holes().getByRole('group', { name: /^Brass insert, hole not found/ }))
    set(row.getByLabelText('Depth (mm)'), '3')

    expect(
      row.getByText(/the hole must be at least [\d.]+ mm deep \(insert length \+ 1\.5 mm\); it is 3\./),
    ).toBeTruthy()

    set(row.getByLabelText('Depth (mm)'), '12')
    expect(line().price).toBeDefined()

    fireEvent.click(row.getByRole('button', { name: 'Remove' }))
    expect(configuration().services.map(({ id }) => id)).toEqual(['sandblasting'])
  })
})

describe('the heading of the holes', () => {
  it('counts threads in holes that the model does not show', async () => {
    await showPanel({ reference: 'housing-100x60x30', materialId: 'mjf-pa12' })
    expect(holes().getByText('no hole, 0 with work')).toBeTruthy()

    fireEvent.click(holes().getByRole('button', { name: 'Brass insert in a hole that is not listed' }))
    expect(holes().getByText('1 hole not on the model, 1 with work')).toBeTruthy()
  })
})

describe('the labels of the holes', () => {
  it('are short to the eye, and name the holes to a screen reader', async () => {
    await showPanel()
    set(work(), 'tapping')

    const [label] = [...size().labels]
    expect(label?.textContent).toBe(`Size in ${all}`)
    expect(label?.querySelector('.visually-hidden')?.textContent).toBe(` in ${all}`)
  })
})

describe('figures of holes in French', () => {
  it('have a decimal comma, and are read with a comma or a point', async () => {
    const { configuration } = await showPanel()
    set(work(), 'tapping')
    await act(() => setLanguage('fr'))

    const depth = await screen.findByLabelText<HTMLInputElement>(/^Profondeur taraudée/)
    const depthMm = () => itemsOf(configuration())[0]?.items[0]?.depthMm
    for (const written of ['6,86', '6.86']) {
      set(depth, '8')
      set(depth, written)
      expect(depthMm()).toBe(6.86)
      fireEvent.blur(depth)
      expect(depth.value).toBe('6,86')
    }

    set(depth, '6,8,6')
    expect(depth.getAttribute('aria-invalid')).toBe('true')
    expect(depthMm()).toBe(6.86)
    await act(() => setLanguage('en'))
  })
})

describe('work in holes', () => {
  const cover = measuresOf('cover-260x180x45')
  const scopeOf = (part: PartMeasures, materialId: string) => {
    const line = aWorkLine(smallCatalogue, { reference: 'cover-260x180x45' })
    const configuration = { ...(line.configuration as Configuration), materialId, services: [] }
    const scope = configuredPart({ ...line, part, configuration }, smallCatalogue)
    if (!scope) throw new Error('not configured')
    return scope
  }

  it('groups holes by diameter, depth and kind', () => {
    const odd = { diameterMm: 4.2, depthMm: 12, through: true, wallMm: 5 }
    const groups = holeGroups({ ...cover, holes: [...cover.holes, odd, { ...odd, diameterMm: 4.203 }] })
    expect(groups.map(({ holes, through }) => [holes.length, through])).toEqual([
      [6, false],
      [2, true],
    ])
  })

  it('selects the insert that fits the hole, and none if it is 1.5 mm too shallow (spec 9)', () => {
    const hole = { diameterMm: 4, depthMm: 8, through: false, wallMm: 5 }
    const usual = (depthMm: number) =>
      usualWork(scopeOf({ ...cover, holes: [{ ...hole, depthMm }] }, 'mjf-pa12'), 0, 'brass-insert')
    expect(usual(8)).toMatchObject({ size: 'M3' })
    expect(usual(4)).toBeUndefined()
  })

  it('keeps the threads added by hand, and merges equal work', () => {
    const scope = scopeOf(cover, 'al-6061-t6')
    const tapped = usualWork(scope, 0, 'tapping')
    const claimed = { size: 'M6', count: 2, depthMm: 12 }
    const before = { ...scope.configuration, services: [{ id: 'tapping', option: '6H', items: [claimed] }] as const }
    const one = withHoleWork({ ...scope, configuration: before }, [0], tapped)
    const two = withHoleWork({ ...scope, configuration: one }, [3], tapped)

    expect(itemsOf(two)).toEqual([
      { id: 'tapping', items: [claimed, { size: 'M5', count: 2, depthMm: 7.9, holes: [0, 3] }] },
    ])
    expect(itemsOf(withHoleWork({ ...scope, configuration: two }, [0, 3], undefined))).toEqual([
      { id: 'tapping', items: [claimed] },
    ])
  })
})
