import { parseArgs } from 'node:util'
import {
  type Catalogue,
  findMaterial,
  type LeadTier,
  leadTiers,
  type Material,
  type ProcessId,
  type ServiceSelection,
} from '@cotation/domain'
import type { LengthUnit } from '@cotation/geometry'
import { isProcessId, parseUnit } from './arguments.ts'
import { parseServices } from './service-arguments.ts'
import type { Texts } from './texts.ts'

export interface QuoteRequest {
  files: string[]
  json: boolean
  unit: LengthUnit | undefined
  material: Material
  process: ProcessId | undefined
  colourId: string | undefined
  toleranceId: string | undefined
  quantity: number
  lead: LeadTier
  services: ServiceSelection[]
  country: string
}

const options = {
  json: { type: 'boolean', default: false },
  unit: { type: 'string' },
  material: { type: 'string' },
  process: { type: 'string' },
  colour: { type: 'string' },
  tolerance: { type: 'string' },
  quantity: { type: 'string', default: '1' },
  lead: { type: 'string', default: 'standard' },
  services: { type: 'string' },
  country: { type: 'string', default: 'FR' },
} as const

/** Throws the sentence to print when the arguments are wrong. */
export function parseQuoteRequest(args: string[], catalogue: Catalogue, texts: Texts): QuoteRequest {
  const wrong = (key: string, values?: Record<string, string>) => new Error(texts.say(`cli.wrong.${key}`, values))

  const { values, positionals: files } = parseArgs({ args, allowPositionals: true, options })
  if (files.length === 0) throw wrong('noFile')

  const unit = parseUnit(values.unit, texts)

  const material = findMaterial(catalogue, values.material ?? '')
  if (!material) throw wrong('unknownMaterial', { given: values.material ?? '' })

  const { process } = values
  if (process !== undefined && !(isProcessId(process) && material.processIds.includes(process))) {
    throw wrong('process', { given: process, known: material.processIds.join(', ') })
  }

  const lead = leadTiers.find((tier) => tier === values.lead)
  if (!lead) throw wrong('lead', { given: values.lead, known: leadTiers.join(', ') })

  const quantity = Number(values.quantity)
  const services = parseServices(values.services, { material, catalogue, quantity })
  if ('unknown' in services) throw wrong('service', { given: services.unknown })

  if (!/^[A-Za-z]{2}$/.test(values.country)) throw wrong('country', { given: values.country })

  return {
    files,
    json: values.json,
    unit,
    material,
    process,
    colourId: values.colour,
    toleranceId: values.tolerance,
    quantity,
    lead,
    services: services.selections,
    country: values.country.toUpperCase(),
  }
}
