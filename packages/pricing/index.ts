export { type BreakdownTerm, type PriceTermId, priceTerms } from './line/breakdown.ts'
export { type Difference, type Explanation, explain } from './line/explain.ts'
export { inspectionChoice } from './line/inspection-choice.ts'
export {
  type InspectedPart,
  type JudgedFinding,
  judgeLine,
  type LineJudgement,
  type LineStanding,
  lineFaults,
  lineStatusAt,
  partFindings,
} from './line/judge-line.ts'
export { judgedRules } from './line/judged-rules.ts'
export { type LeadChoice, leadChoices, withChargedLead } from './line/lead-choices.ts'
export { lineAmounts } from './line/line-amounts.ts'
export { materialLimitsOf } from './line/material-limits.ts'
export { partMeasuresOf } from './line/part-measures.ts'
export { type LinePrice, type LineVerdict, type ManualReason, manualReasons, priceLine } from './line/price-line.ts'
export { type MatrixAxes, type MatrixCell, type MatrixRow, priceCells, priceMatrix } from './line/price-matrix.ts'
export {
  type AcceptedRisk,
  acceptanceOf,
  withoutRiskAcceptance,
  withRecordedAcceptance,
} from './line/risk-acceptance.ts'
export { sellingCatalogue } from './line/selling-catalogue.ts'
export { isUnitUnknown } from './line/unit-question.ts'
export { type CostTerm, type CostTermId, costTerms, type Reason } from './making/cost-model.ts'
export { type ClaimedLine, claimValueMinor } from './order/claim-value.ts'
export { maxCouponMinor, referralCoupon } from './order/coupon.ts'
export { convertedMinor, minorAtRate, partsAtRate } from './order/currency.ts'
export { type DeliveryRoute, deliveryDate, deliveryRoute } from './order/delivery.ts'
export { freeLine, freeOrderTotal } from './order/free-order.ts'
export { type LandedCharge, type LandedCost, landedGaps } from './order/landed-cost.ts'
export { type LandedEstimate, landedCostOf, landedEstimate } from './order/landed-estimate.ts'
export {
  type CustomsFacts,
  customsFactsOf,
  type ExpertOffer,
  type OrderLine,
  orderLineOf,
  quotedOrderLine,
} from './order/order-line.ts'
export { type OrderRefusal, type OrderRefusalCode, orderRefusalCodes } from './order/order-refusal.ts'
export { type OrderRequest, type OrderTotal, orderTotal } from './order/order-total.ts'
export { type Carton, type Packing, packingOf } from './order/packing.ts'
export { type BilledWeight, billedWeight, type ShippingOffer, shippingOffers } from './order/shipping.ts'
export { type TaxReason, taxMinor, taxReasons, taxTerms } from './order/tax.ts'
export { type InspectedLine, inspectionPlan, inspectionSample } from './production/inspection-plan.ts'
export { expertRoute, makingRoute, type RouteStep, routeDays, workshopDay } from './production/route.ts'
export { type CatalogueComparison, compareCatalogues, type PriceChange } from './reference/compare-catalogues.ts'
export { type PriceExample, priceExample } from './reference/price-example.ts'
export { type ReferencePart, referenceParts } from './reference/reference-parts.ts'
export {
  type CheapestRange,
  cheapestRanges,
  type ProcessConfiguration,
  processCurves,
} from './suggestion/compare-processes.ts'
export { firstConfiguration } from './suggestion/first-configuration.ts'
export {
  firstWay,
  type MeasuredPart,
  type ProcessSuggestion,
  suggestProcess,
} from './suggestion/suggest-process.ts'
export type { LeadStep, LeadStepId, LeadTime } from './time/lead-time.ts'
export {
  type JourneyDates,
  journeyDates,
  nextShipDate,
  type PromisedDates,
  type PromiseRequest,
  promisedDates,
  shipDate,
  workshopDate,
} from './time/promise.ts'
