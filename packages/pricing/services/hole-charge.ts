import { type Catalogue, findThread, type ServicePrice, type ServiceSelection, type Thread } from '@cotation/domain'
import { type ServiceCharge, type ServiceJob, usdOf } from './service-charge.ts'

type HoleOrThread = Extract<ServiceSelection, { id: 'threading' | 'tapping' | 'brass-insert' | 'helicoil' | 'reaming' }>
type InTable = Extract<HoleOrThread, { id: 'tapping' | 'brass-insert' | 'helicoil' }>

const columns = { tapping: 'tapping', 'brass-insert': 'brassInsert', helicoil: 'helicoil' } as const satisfies Record<
  InTable['id'],
  keyof Thread['usd']
>

function tableUsd(id: InTable['id'], size: string, { cardId }: ServiceJob, catalogue: Catalogue): number {
  const usd = findThread(catalogue, size)?.usd[columns[id]]
  if (!usd) throw new RangeError(`no ${id} of size ${size}`)
  return usd[cardId]
}

/** Price (USD) and number of holes or threads of one part, before factors. */
function itemsOf(selection: HoleOrThread, price: ServicePrice, job: ServiceJob, catalogue: Catalogue) {
  const { cardId } = job
  const flat = typeof price.perHole === 'object' ? price.perHole[cardId] : 0
  switch (selection.id) {
    case 'threading':
      return selection.threads.map(({ count }) => ({ count, usd: usdOf(price.perThread, cardId) }))
    case 'reaming':
      return selection.items.map(({ count }) => ({ count, usd: flat }))
    case 'helicoil':
      return selection.items.map(({ count, size, ratio }) => ({
        count,
        usd: tableUsd(selection.id, size, job, catalogue) * (price.ratioFactors?.[ratio] ?? 1),
      }))
    default:
      return selection.items.map(({ count, size }) => ({ count, usd: tableUsd(selection.id, size, job, catalogue) }))
  }
}

/** Holes and threads (catalogue 2): thread table or flat price × factors of option, material. */
export function holeCharge(
  selection: HoleOrThread,
  price: ServicePrice,
  job: ServiceJob,
  catalogue: Catalogue,
): ServiceCharge {
  const factor = (price.factor ?? 1) * (price.materialFactors?.[job.material.family] ?? 1)
  const items = itemsOf(selection, price, job, catalogue)

  return {
    lineUsd: usdOf(price.perLine, job.cardId),
    partUsd: factor * items.reduce((total, { count, usd }) => total + count * usd, 0),
    code: selection.id === 'threading' ? 'service-threads' : 'service-holes',
    values: { count: items.reduce((total, { count }) => total + count, 0) },
  }
}
