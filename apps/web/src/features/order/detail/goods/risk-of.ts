/**
 * Groups the manufacturability rules into topics whose texts need no measured values. The first
 * match wins.
 */
const families = [
  ['walls', /^(min-wall|wall-aspect)/],
  ['thick', /^wall-/],
  ['threads', /^(printed-thread|thread-|insert-)/],
  ['voids', /^(enclosed-void|escape-hole|support-trapped|casting-closed)/],
  ['holes', /hole|^slm-channel/],
  ['details', /^(min-pin|engrave|boss-)/],
  ['gaps', /^clearance/],
  ['overhangs', /^(overhang|undercut|draft)/],
  ['corners', /corner|^(pocket|sharp-edge)/],
  ['tolerance', /^tolerance/],
  ['surface', /^(sla-drift|hard-anodize|anodize)/],
  ['quantity', /^qty/],
  ['size', /^(max-size|min-size|large-)/],
  ['shape', /^(flat-warp|slender|not-rotational|setups|material-removal)/],
  ['mesh', /^(mesh|multi-shell|unit|cnc-needs-step|file)/],
] as const

export type Risk = (typeof families)[number][0] | 'other'

export const riskOf = (ruleId: string): Risk => families.find(([, pattern]) => pattern.test(ruleId))?.[0] ?? 'other'

/** The unique topics of the accepted rules. */
export const risksOf = (ruleIds: readonly string[]): Risk[] => [...new Set(ruleIds.map(riskOf))]
