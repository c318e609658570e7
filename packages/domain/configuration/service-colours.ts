import type { Catalogue } from '../catalogue/catalogue.ts'
import { findService } from '../catalogue/lookups.ts'
import type { ServiceOption } from '../catalogue/service.ts'
import { type Fault, fault, shown } from './fault.ts'
import { asSelected, coloursFor, type Scope, type Selected } from './scope.ts'

/** No colour reference is longer, so patterns never run on long untrusted text. */
const maxReferenceLength = 40

/** For options without their own maximum. */
const defaultMaxColours = 10

const patterns = new WeakMap<ServiceOption, RegExp>()

function patternOf(option: ServiceOption & { pattern: string }): RegExp {
  const known = patterns.get(option) ?? new RegExp(option.pattern)
  patterns.set(option, known)
  return known
}

const hasPattern = (option: ServiceOption): option is ServiceOption & { pattern: string } =>
  option.pattern !== undefined

/** Formats of Pantone and RAL references, as painting defines them. */
function isReference(colour: string, option: ServiceOption, catalogue: Catalogue): boolean {
  const reader = [option, ...(findService(catalogue, 'painting')?.options ?? [])].find(hasPattern)
  return !reader || (colour.length <= maxReferenceLength && patternOf(reader).test(colour))
}

/** For comparison: `PANTONE 186 C`, `Pantone186C` and `186 C` are one colour. */
const normalized = (colour: string): string => colour.toUpperCase().replace(/^PANTONE|\s+/g, '')

/** The fault of one colour. Every visible colour field must be filled (spec 5). */
function oneColourFault(colour: string, field: string, selected: Selected, scope: Scope): Fault | undefined {
  const service = selected.service.id
  if (colour.length <= maxReferenceLength && colour.trim() === '') return fault('COLOUR_MISSING', field, { service })

  const offered = coloursFor(selected, scope.material)
  if (offered) {
    const isOffered = offered.some(({ id }) => id === colour)
    return isOffered ? undefined : fault('COLOUR_NOT_OFFERED', field, { service, colour: shown(colour) })
  }

  const isRead = isReference(colour, selected.option, scope.catalogue)
  return isRead ? undefined : fault('COLOUR_UNREADABLE', field, { service, colour: shown(colour) })
}

/** Colour faults of painting (max 5), dyeing (3, cream 1, gradient min 2), silkscreen (spec 9). */
function* severalColoursFaults(colours: readonly string[], selected: Selected, scope: Scope): Generator<Fault> {
  const { service, option } = selected
  const field = `services.${service.id}.colours`
  const min = option.minColours ?? 1
  const max = option.maxColours ?? service.maxColours ?? defaultMaxColours

  if (colours.length < min) yield fault('TOO_FEW_COLOURS', field, { service: service.id, min })
  if (colours.length > max) yield fault('TOO_MANY_COLOURS', field, { service: service.id, max })

  const seen = new Set<string>()
  for (const [index, colour] of colours.slice(0, max).entries()) {
    const wrong = oneColourFault(colour, `${field}.${index}`, selected, scope)
    if (wrong) yield wrong
    else if (seen.has(normalized(colour))) {
      yield fault('COLOUR_TWICE', `${field}.${index}`, { service: service.id, colour: shown(colour) })
    } else seen.add(normalized(colour))
  }
}

/** The colour of a service that has exactly one; undefined for other services. */
function singleColour({ selection }: Selected): string | undefined {
  if (selection.id === 'anodizing') return selection.colour

  const isSprayed = selection.id === 'special-treatment' && selection.option === 'spray-paint'
  return isSprayed ? (selection.colour ?? '') : undefined
}

/** Faults of a service's colours. */
export function* serviceColourFaults(selected: Selected, scope: Scope): Generator<Fault> {
  const several =
    asSelected('dyeing', selected) ?? asSelected('painting', selected) ?? asSelected('silkscreen', selected)
  if (several) yield* severalColoursFaults(several.selection.colours, selected, scope)

  const colour = singleColour(selected)
  if (colour === undefined) return

  const wrong = oneColourFault(colour, `services.${selected.service.id}.colour`, selected, scope)
  if (wrong) yield wrong
}
