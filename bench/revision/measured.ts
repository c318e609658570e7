import { quantile } from '../orders/measures.ts'
import type { Product } from './product.ts'

/** What one kind of call costs. */
export interface Cost {
  ms: number
  serverMs: number
  databaseMs: number
}

/** Runs prepared calls one after the other, and nothing else; returns the median and the CPU time of one. */
export async function measureCalls(product: Product, calls: readonly (() => Promise<unknown>)[]): Promise<Cost> {
  await product.idle()
  await product.forgetLimits()
  const before = await product.usage()
  const times: number[] = []

  for (const call of calls) {
    const startedAt = performance.now()
    await call()
    times.push(performance.now() - startedAt)
  }

  const after = await product.usage()
  return {
    ms: quantile(times, 0.5),
    serverMs: (after.serverMs - before.serverMs) / calls.length,
    databaseMs: (after.databaseMs - before.databaseMs) / calls.length,
  }
}

/** The median of each figure over some rounds. */
export function medianCost(rounds: readonly Cost[]): Cost {
  const median = (figure: keyof Cost) =>
    quantile(
      rounds.map((round) => round[figure]),
      0.5,
    )
  return { ms: median('ms'), serverMs: median('serverMs'), databaseMs: median('databaseMs') }
}
