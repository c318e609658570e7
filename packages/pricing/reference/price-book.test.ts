import { defaultConfiguration, type Material, type PartMeasures, type ProcessId } from '@cotation/domain'
import { expect, it } from 'vitest'
import { packagedCatalogue as catalogue } from '../catalogue/packaged-catalogue.ts'
import { priceLine } from '../line/price-line.ts'
import { referenceParts } from './reference-parts.ts'

const quantities = [1, 10, 100]

function measuresOf(id: string): PartMeasures {
  const part = referenceParts.find((candidate) => candidate.id === id)
  if (!part) throw new Error(`no reference part ${id}`)
  return part.measures
}

function partFor(process: ProcessId): string {
  if (process === 'turning') return 'shaft-30x80'
  return process === 'milling' ? 'bracket-100x60x25' : 'housing-100x60x30'
}

/** `4.83 / 2 d`: the line's price and its working days. */
function cell(material: Material, process: ProcessId, quantity: number): string {
  const part = measuresOf(partFor(process))
  const configuration = { ...defaultConfiguration(part, material.id, catalogue, quantity), process }
  const verdict = priceLine(part, configuration, catalogue)
  if (!verdict.ok) return verdict.faults.map(({ code }) => code).join()
  return `${(verdict.price.linePrice.minor / 100).toFixed(2)} / ${verdict.price.leadTime.workingDays} d`
}

/** A row per material and process: line prices (USD) and days in the usual configuration. */
function priceBook(): string {
  const rows = catalogue.materials.flatMap((material) =>
    material.processIds.map((process) => [
      material.id,
      process,
      partFor(process),
      ...quantities.map((quantity) => cell(material, process, quantity)),
    ]),
  )
  const head = ['material', 'process', 'part', ...quantities.map((quantity) => `${quantity} parts`)]
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((text, column) => (column < 3 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd()

  return [`Catalogue ${catalogue.version}`, '', line(head), ...rows.map(line), ''].join('\n')
}

it('matches the price book, row by row', async () => {
  await expect(priceBook()).toMatchFileSnapshot('./price-book.txt')
})

it('lists every material, and a price in every row', () => {
  const book = priceBook()
  for (const { id } of catalogue.materials) expect(book).toContain(`${id} `)
  expect(book).not.toMatch(/[A-Z]{4,}_/)
})
