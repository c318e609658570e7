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
import { isLengthUnit, type LengthUnit, lengthUnits } from '@cotation/geometry'
import { isProcessId } from '../process-name.ts'
import type { Texts } from '../texts.ts'
import { selectionsOf } from './service-list.ts'

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

/** What was asked for, or the sentence that says what is wrong with it. */
export function parseQuoteRequest(args: string[], catalogue: Catalogue, texts: Texts): QuoteRequest | string {
  try {
    const { values, positionals: files } = parseArgs({ args, allowPositionals: true, options })
    if (files.length === 0) return texts.say('cli.wrong.noFile')

    const { unit, process, services } = values
    if (unit !== undefined && !isLengthUnit(unit))
      return texts.say('cli.wrong.unit', { given: unit, known: lengthUnits.join(', ') })

    const material = findMaterial(catalogue, values.material ?? '')
    if (!material) return texts.say('cli.wrong.unknownMaterial', { given: values.material ?? '' })
    if (process !== undefined && !(isProcessId(process) && material.processIds.includes(process)))
      return texts.say('cli.wrong.process', { given: process, known: material.processIds.join(', ') })

    const lead = leadTiers.find((tier) => tier === values.lead)
    if (!lead) return texts.say('cli.wrong.lead', { given: values.lead, known: leadTiers.join(', ') })

    const quantity = Number(values.quantity)
    const selections = services === undefined ? [] : selectionsOf(services, { material, catalogue, quantity })
    if (!Array.isArray(selections)) return texts.say('cli.wrong.service', { given: selections.unknown })
    if (!/^[A-Za-z]{2}$/.test(values.country)) return texts.say('cli.wrong.country', { given: values.country })

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
      services: selections,
      country: values.country.toUpperCase(),
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
