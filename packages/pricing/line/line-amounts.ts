import {
  type Catalogue,
  type Configuration,
  findMaterial,
  type TechnologyId,
  type TotalledLine,
} from '@cotation/domain'
import type { LinePrice } from './price-line.ts'

interface QuotedLine {
  configuration: Configuration | null
  price: LinePrice | null
  /** The expert's price of the whole line, if it applies to the line as it is (cents of USD). */
  expertMinor: number | null
}

/** The technology of a line: of its process, else of its material, else of the project's service. */
export function technologyIdOf(
  { configuration, price }: Pick<QuotedLine, 'configuration' | 'price'>,
  service: string,
  catalogue: Catalogue,
): TechnologyId | undefined {
  if (price) return catalogue.processes[price.process].technologyId

  const material = configuration ? findMaterial(catalogue, configuration.materialId) : undefined
  return material?.technologyId ?? catalogue.technologies.find(({ slug }) => slug === service)?.id
}

/** What a line adds to the total of its quote. All of an expert's price is goods. */
export function lineAmounts(line: QuotedLine, service: string, catalogue: Catalogue): TotalledLine['amounts'] {
  const { price, expertMinor } = line
  const lineMinor = expertMinor ?? price?.linePrice.minor
  const technologyId = technologyIdOf(line, service, catalogue)
  if (lineMinor === undefined || technologyId === undefined) return null

  return { technologyId, goodsMinor: expertMinor ?? price?.goods.minor ?? 0, lineMinor }
}
