import { defaultConfiguration } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue as catalogue } from '#pricing/catalogue/packaged-catalogue.ts'
import { priceLine } from '#pricing/line/price-line.ts'
import { priceExample } from './price-example.ts'

const ways = catalogue.materials.flatMap((material) =>
  material.processIds.map((process) => ({ name: `${material.id} by ${process}`, material, process })),
)

describe('a price example', () => {
  it.each(ways)('exists for $name and never costs more per piece in a larger quantity', ({ material, process }) => {
    const example = priceExample(material, process, catalogue)
    const units = example?.cells.map(({ unitMinor }) => unitMinor) ?? []
    expect(example?.cells.map(({ quantity }) => quantity)).toEqual([1, 10, 50, 100])
    expect(units).toEqual(units.toSorted((a, b) => b - a))
  })

  it.each(['mjf-pa12', 'al-6061-t6', 'vc-pu-abs'])('has the price that a quote has for %s', (id) => {
    const material = catalogue.materials.find((one) => one.id === id)
    const [process] = material?.processIds ?? []
    if (!material || !process) throw new Error(`no material ${id}`)

    const example = priceExample(material, process, catalogue)
    if (!example) throw new Error('no example')

    const { measures } = example.part
    const quoted = priceLine(measures, { ...defaultConfiguration(measures, id, catalogue, 10), process }, catalogue)
    expect(quoted.ok && quoted.price.linePrice.minor).toBe(example.cells[1]?.lineMinor)
  })

  it('is missing if no reference part fits the machine', () => {
    const [first] = catalogue.materials
    if (!first) throw new Error('no material')
    const tiny = { ...first, envelopes: { sla: [6, 6, 6] } } as const
    const small = { ...catalogue, materials: [tiny, ...catalogue.materials.slice(1)] }
    expect(priceExample(tiny, 'sla', small)).toBeUndefined()
  })
})
