import type { Catalogue } from '@cotation/domain'
import { z } from 'zod'
import { customs } from './customs-schema.ts'
import { type CatalogueProblem, problemTexts } from './fault.ts'
import { someOf } from './figures.ts'
import { loyalty } from './loyalty-schema.ts'
import { material } from './material-schema.ts'
import { processes, technology, toleranceTables } from './process-schema.ts'
import { referenceFaults } from './references.ts'
import { holidays, leadTimes, ruleLimits, selling, tax } from './selling-schema.ts'
import { service, serviceRules, thread } from './service-schema.ts'
import { shipping } from './shipping-schema.ts'

/** A valid catalogue: all fields present and within bounds, all references resolved. */
export const catalogueSchema = z
  .strictObject({
    version: z.string().regex(/^\d{4}-\d{2}-\d{2}\.[1-9]\d{0,3}$/),
    technologies: someOf(technology, 3),
    processes,
    toleranceTables,
    materials: someOf(material, 1000),
    services: someOf(service, 100),
    serviceRules,
    threads: someOf(thread),
    selling,
    leadTimes,
    holidays,
    tax,
    shipping,
    customs: z.exactOptional(customs),
    loyalty,
    ruleLimits,
  })
  .superRefine((catalogue: Catalogue, context) => {
    for (const { path, problem } of referenceFaults(catalogue))
      context.addIssue({ code: 'custom', path, message: problem })
  })

/** An invalid entry: path (`materials.12.cost.layerMm`) and problem (`is not more than 0`). */
export interface CatalogueFault {
  path: string
  problem: string
}

const maxFaults = 100

type RawIssue = Parameters<z.core.$ZodErrorMap>[0]

/** The message for a number, text or list outside its bounds. */
function sizeProblem(issue: RawIssue & { code: 'too_small' | 'too_big' }): string {
  const isSmall = issue.code === 'too_small'
  const bound = String(isSmall ? issue.minimum : issue.maximum)
  if (issue.origin === 'string') return `is ${isSmall ? 'shorter' : 'longer'} than ${bound} characters`
  if (issue.origin === 'array') return `has ${isSmall ? 'fewer' : 'more'} than ${bound} entries`
  if (issue.inclusive === false) return `is not ${isSmall ? 'more' : 'less'} than ${bound}`
  return `is ${isSmall ? 'less' : 'more'} than ${bound}`
}

function problemOf(issue: RawIssue): string {
  if (issue.input === undefined) return problemTexts.MISSING
  if (issue.code === 'invalid_type') return problemTexts.WRONG_TYPE
  if (issue.code === 'unrecognized_keys') return problemTexts.UNKNOWN_FIELD
  return issue.code === 'too_small' || issue.code === 'too_big' ? sizeProblem(issue) : problemTexts.INVALID
}

const isProblem = (message: string): message is CatalogueProblem => Object.hasOwn(problemTexts, message)

function faultsOf(issue: z.core.$ZodIssue): CatalogueFault[] {
  const places = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
  const problem = isProblem(issue.message) ? problemTexts[issue.message] : issue.message
  return places.map((path) => ({ path: path.map(String).join('.'), problem }))
}

/** The faults of a catalogue, at most the first hundred. Empty if it is valid. */
export function catalogueFaults(value: unknown): CatalogueFault[] {
  const { error } = catalogueSchema.safeParse(value, { error: problemOf })
  return (error?.issues ?? []).slice(0, maxFaults).flatMap(faultsOf).slice(0, maxFaults)
}
