import { leadTiers } from '@cotation/domain'
import { priceLine, priceMatrix, referenceParts } from '@cotation/pricing'
import { packagedCatalogue as catalogue } from '@cotation/pricing/catalogue'
import { randomConfiguration, randomFrom, randomPart } from '../packages/pricing/line/random-line.fixture.ts'
import { verdict } from './orders/measures.ts'

/**
 * Speed of pricing a line and a matrix on one core. The peer is the minimum cost without any model:
 * cloning the line's inputs, as sending them to a worker does.
 */
const lines = 20_000
const rounds = 5
const goals = { lineUs: 50, matrixMs: 30 }

/** Best time of several rounds in ms. */
function bestMs(work: () => void): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    work()
    best = Math.min(best, performance.now() - began)
  }
  return best
}

const requests = Array.from({ length: lines }, (_, seed) => {
  const random = randomFrom(seed)
  const part = randomPart(random)
  return { part, configuration: randomConfiguration(random, part, catalogue) }
}).filter(({ part, configuration }) => priceLine(part, configuration, catalogue).ok)

const lineMs = bestMs(() => {
  for (const { part, configuration } of requests) priceLine(part, configuration, catalogue)
})

const cloneMs = bestMs(() => {
  for (const line of requests) structuredClone(line)
})

const [first] = requests

const axes = {
  quantities: [1, 2, 5, 10, 20, 50, 100],
  leads: leadTiers,
  materialIds: catalogue.materials.map(({ id }) => id),
}

const cells = axes.quantities.length * axes.leads.length * axes.materialIds.length

const lineUs = (1000 * lineMs) / requests.length
console.log(`${requests.length} lines with services, of all processes, best of ${rounds} rounds`)
console.log(`  one line: ${lineUs.toFixed(1)} µs (goal: under ${goals.lineUs}, ${verdict(lineUs < goals.lineUs)})`)
console.log(`  ${Math.round((1000 * requests.length) / lineMs).toLocaleString('en')} lines a second`)
console.log(`  → ${(lineMs / cloneMs).toFixed(1)} times the time of cloning its inputs`)

for (const { id, measures } of referenceParts) {
  if (!first) break
  const matrixMs = bestMs(() => {
    priceMatrix(measures, first.configuration, axes, catalogue)
  })
  const facts = `${matrixMs.toFixed(1)} ms (goal: under ${goals.matrixMs}, ${verdict(matrixMs < goals.matrixMs)})`
  console.log(`matrix of ${cells} prices, ${id}: ${facts}`)
}
