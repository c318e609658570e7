/** An order line with what was paid for all its parts, without VAT (cents). */
export interface ClaimedLine {
  paidMinor: number
  quantity: number
  claimed: number
}

/**
 * What the claimed parts cost, in cents:
 * value = ⌊Σ ⌊paid × claimed ÷ quantity⌋ × (100 + VAT %) ÷ 100⌋.
 * Rounded down, so that all claims of an order together never exceed its goods. Carriage and
 * small-order adjustment are not part of it.
 */
export function claimValueMinor(lines: readonly ClaimedLine[], vatPercent: number): number {
  const netMinor = lines.reduce(
    (sum, { paidMinor, quantity, claimed }) => sum + Math.floor((paidMinor * claimed) / quantity),
    0,
  )
  // Rates have at most two decimals; in floats 119.6 × 100 would lose a cent.
  return Math.floor((netMinor * Math.round((100 + vatPercent) * 100)) / 10_000)
}
