import {
  type Catalogue,
  type Configuration,
  configurationFaults,
  type Operation,
  type PartMeasures,
  type ProcessId,
  type ServiceId,
  type ServiceSelection,
  type Station,
} from '@cotation/domain'
import { chargedLead, leadTimeOf } from '../line/lead-choices.ts'
import { type PreparedLine, preparedLine, pricedServices } from '../line/prepared-line.ts'
import type { CostTerm, CostTermId, Reason } from '../making/cost-model.ts'
import { addWorkingDays } from '../time/calendar.ts'
import { dateOfDay, dayOfDate, localTimeOf } from '../time/day.ts'
import { serviceDays } from '../time/service-days.ts'

/** One step of making the parts of a line. */
export interface RouteStep {
  operation: Operation
  station: Station
  /** Service of a step whose operation is `service`. */
  service: ServiceId | null
  /** Minutes of machine or person for all pieces. Null if the price does not rest on minutes. */
  plannedMinutes: number | null
  /** Working days after the start at whose end the step is to be done. */
  dueAfterDays: number
}

type Work = Pick<RouteStep, 'operation' | 'station' | 'plannedMinutes'>

const printStation = { sla: 'sla', mjf: 'mjf', sls: 'sls', slm: 'slm' } as const

const numberOf = ({ values }: Reason, name: string): number => {
  const value = values[name]
  return typeof value === 'number' ? value : 0
}

function reasonOf(terms: readonly CostTerm[], id: CostTermId): Reason {
  return terms.find(({ term }) => term === id)?.reason ?? { code: '', values: {} }
}

/** Minutes of a term as its reason names them: of one piece, or of one-off work. */
function minutesOf(terms: readonly CostTerm[], id: CostTermId): number {
  const reason = reasonOf(terms, id)
  return numberOf(reason, 'minutes') + 60 * numberOf(reason, 'hours')
}

/** Taken from the store or ordered: the price has its weight, not the time to fetch it. */
const fetchMaterial: Work = { operation: 'material', station: 'store', plannedMinutes: null }

function printingWork(process: keyof typeof printStation, terms: readonly CostTerm[], quantity: number): Work[] {
  return [
    fetchMaterial,
    { operation: 'preparation', station: 'office', plannedMinutes: minutesOf(terms, 'job') },
    {
      operation: 'printing',
      station: printStation[process],
      plannedMinutes: quantity * minutesOf(terms, 'machine'),
    },
  ]
}

function metalWork({ material }: PreparedLine, terms: readonly CostTerm[], quantity: number): Work[] {
  const work = printingWork('slm', terms, quantity)
  const needsFurnace = material.cost.kind === 'metal-powder' && material.cost.stressRelief
  // The furnace is paid by the plate.
  if (needsFurnace) work.push({ operation: 'stress-relief', station: 'oven', plannedMinutes: null })
  work.push({ operation: 'cutting-off', station: 'edm', plannedMinutes: quantity * minutesOf(terms, 'cutting') })
  return work
}

function machiningWork(
  operation: 'milling' | 'turning',
  station: Station,
  terms: readonly CostTerm[],
  quantity: number,
): Work[] {
  const plannedMinutes = minutesOf(terms, 'setup') + quantity * minutesOf(terms, 'machine')
  return [
    fetchMaterial,
    { operation: 'programming', station: 'office', plannedMinutes: minutesOf(terms, 'programming') },
    { operation, station, plannedMinutes },
  ]
}

function castingWork(terms: readonly CostTerm[], quantity: number): Work[] {
  const master = reasonOf(terms, 'master')
  const mould = reasonOf(terms, 'mould')
  const masterMinutes = numberOf(master, 'minutes') + numberOf(master, 'printMinutes')

  return [
    fetchMaterial,
    { operation: 'preparation', station: 'office', plannedMinutes: minutesOf(terms, 'job') },
    { operation: 'master', station: 'sla', plannedMinutes: numberOf(master, 'masters') * masterMinutes },
    { operation: 'mould', station: 'bench', plannedMinutes: numberOf(mould, 'moulds') * numberOf(mould, 'minutes') },
    { operation: 'casting', station: 'caster', plannedMinutes: quantity * minutesOf(terms, 'casting') },
  ]
}

const benchWork = (operation: 'post-processing' | 'deburring', terms: readonly CostTerm[], quantity: number): Work => ({
  operation,
  station: 'bench',
  plannedMinutes: quantity * minutesOf(terms, 'labour'),
})

/** The work of the process itself, from the terms of its cost. Trimming is a part of casting. */
function makingWork(line: PreparedLine, quantity: number): Work[] {
  const terms = line.model.terms(quantity)
  const { id: process } = line.process

  switch (process) {
    case 'sla':
    case 'mjf':
    case 'sls':
      return [...printingWork(process, terms, quantity), benchWork('post-processing', terms, quantity)]
    case 'slm':
      return [...metalWork(line, terms, quantity), benchWork('post-processing', terms, quantity)]
    case 'milling': {
      const isFiveAxis = reasonOf(terms, 'machine').code === 'milling-machine-5'
      const station = isFiveAxis ? 'mill5' : 'mill3'
      return [...machiningWork('milling', station, terms, quantity), benchWork('deburring', terms, quantity)]
    }
    case 'turning':
      return [...machiningWork('turning', 'lathe', terms, quantity), benchWork('deburring', terms, quantity)]
    case 'casting':
      return castingWork(terms, quantity)
  }
}

/** Checked by the inspection step and written with it. */
const checkedServices: readonly ServiceId[] = ['inspection', 'certificate']

/**
 * Services that are steps of their own, in the sequence of the catalogue. Those that the process
 * includes, such as depowdering, are done in its own steps.
 */
function serviceSteps(line: PreparedLine, quantity: number): ServiceSelection[] {
  const { configuration, catalogue, process } = line
  const { order: sequence } = catalogue.serviceRules
  const priced = pricedServices(line, quantity)
  // Cast in with the part.
  const isCastIn = (id: ServiceId) => process.id === 'casting' && id === 'brass-insert'

  return configuration.services
    .filter(({ id }, i) => {
      const isIncluded = priced[i]?.reason.code === 'service-included'
      return sequence.includes(id) && !checkedServices.includes(id) && !isIncluded && !isCastIn(id)
    })
    .toSorted((one, other) => sequence.indexOf(one.id) - sequence.indexOf(other.id))
}

/** Minutes of a service, if its price rests on them. */
function serviceMinutes(line: PreparedLine, id: ServiceId, quantity: number): number | null {
  const index = line.configuration.services.findIndex((selection) => selection.id === id)
  const reason = pricedServices(line, quantity)[index]?.reason
  if (!reason) return null

  if (reason.code === 'service-minutes') return quantity * numberOf(reason, 'minutes')
  if (reason.code !== 'service-measuring') return null
  return numberOf(reason, 'setupMin') + numberOf(reason, 'pieces') * numberOf(reason, 'pieceMin')
}

/** Steps share the days of their phase evenly: the lead time knows only the whole. */
function dueDays(steps: number, days: number): number[] {
  return Array.from({ length: steps }, (_, i) => Math.ceil((days * (i + 1)) / steps))
}

/**
 * The steps of making `quantity` pieces of a line, with the minutes and working days that its price
 * rests on, without those of pieces that fail. Null if the configuration has faults, as that of a
 * part that an expert priced may have.
 */
export function makingRoute(
  part: PartMeasures,
  configuration: Configuration,
  catalogue: Catalogue,
  quantity: number,
): RouteStep[] | null {
  if (configurationFaults(part, configuration, catalogue).length > 0) return null

  const line = preparedLine(part, configuration, catalogue)
  const { workingDays } = leadTimeOf(line, quantity, chargedLead(line, quantity, configuration.lead))
  const daysOf = (selection: ServiceSelection) =>
    serviceDays(selection, configuration.services, quantity, line.catalogue)

  const servicesDays = configuration.services.reduce((days, selection) => days + daysOf(selection), 0)
  const makingDays = workingDays - servicesDays
  const work = makingWork(line, quantity)
  const makingDue = dueDays(work.length, makingDays)
  const route: RouteStep[] = work.map((step, i) => ({
    ...step,
    service: null,
    dueAfterDays: makingDue[i] ?? makingDays,
  }))

  let dueAfterDays = makingDays
  for (const selection of serviceSteps(line, quantity)) {
    dueAfterDays += daysOf(selection)
    const plannedMinutes = serviceMinutes(line, selection.id, quantity)
    route.push({ operation: 'service', station: 'finishing', service: selection.id, plannedMinutes, dueAfterDays })
  }

  const inspectionMinutes = serviceMinutes(line, 'inspection', quantity)
  return [...route, ...lastSteps(inspectionMinutes, workingDays)]
}

/** Every part is looked at and packed on its last day. */
function lastSteps(inspectionMinutes: number | null, dueAfterDays: number): RouteStep[] {
  const last = { service: null, dueAfterDays }
  return [
    { ...last, operation: 'inspection', station: 'metrology', plannedMinutes: inspectionMinutes },
    { ...last, operation: 'packing', station: 'dispatch', plannedMinutes: null },
  ]
}

const stationOfProcess: Readonly<Record<ProcessId, Station>> = {
  ...printStation,
  milling: 'mill3',
  turning: 'lathe',
  casting: 'caster',
}

/** The steps of a part whose price is an expert's and has no minutes. */
export function expertRoute(process: ProcessId | null, workingDays: number): RouteStep[] {
  const making: Work[] = [
    fetchMaterial,
    { operation: 'making', station: process ? stationOfProcess[process] : 'bench', plannedMinutes: null },
  ]
  const makingDue = dueDays(making.length, workingDays)

  const route = making.map((step, i) => ({ ...step, service: null, dueAfterDays: makingDue[i] ?? workingDays }))
  return [...route, ...lastSteps(null, workingDays)]
}

/** The day (ISO) on which each step of a route is due if the work starts on a day (ISO). */
export function routeDays(route: readonly RouteStep[], startDay: string, { holidays }: Catalogue): string[] {
  const start = dayOfDate(startDay)
  return route.map(({ dueAfterDays }) => dateOfDay(addWorkingDays(start, dueAfterDays, holidays.workshop, holidays)))
}

/** The calendar day (ISO) at the workshop. */
export const workshopDay = (now: number, { leadTimes }: Catalogue): string =>
  dateOfDay(localTimeOf(now, leadTimes.utcOffsetHours).day)
