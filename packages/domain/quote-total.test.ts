import { expect, it } from 'vitest'
import { quoteTotal, smallOrderOf, type TotalledLine } from './quote-total.ts'

const technologies = [
  { id: 22, minOrderUsd: 20 },
  { id: 23, minOrderUsd: 50 },
] as const

const line = (status: TotalledLine['status'], lineMinor: number | null, goodsMinor = lineMinor ?? 0): TotalledLine => ({
  status,
  amounts: lineMinor === null ? null : { technologyId: 22, goodsMinor, lineMinor },
})

it('counts ready lines only, and names what waits beside them', () => {
  const lines = [
    line('ready', 1_500, 1_200),
    line('needs-decision', 700),
    line('configuring', 300),
    line('expired', 50),
    line('manual-quote', null),
    line('analysing', 90),
    line('analysing', null),
    line('ordered', 9_999),
  ]

  expect(quoteTotal(lines, technologies)).toEqual({
    ready: { lines: 1, minor: 1_500 },
    undecided: { lines: 3, minor: 1_050 },
    analysing: { lines: 1, minor: 90 },
    unpricedLines: 2,
    orderedLines: 1,
    smallOrder: [{ technologyId: 22, minor: 800 }],
    smallOrderMinor: 800,
  })
})

it('owes no minimum for a technology without a ready line', () => {
  expect(quoteTotal([line('ordered', 100), line('needs-decision', 100)], technologies).smallOrder).toEqual([])
  expect(smallOrderOf([{ technologyId: 23, goodsMinor: 5_000 }], technologies)).toEqual([])
})
