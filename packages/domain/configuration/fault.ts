/**
 * Why a configuration cannot be made, with the values of each text. `messages/configuration` has
 * the texts (problem and remedy), which form and server share. Names are ids that `faultValues`
 * turns into words; lengths are in mm, holes are counted from 1.
 */
export interface FaultDetails {
  UNIT_UNKNOWN: { largestMm: number }
  UNKNOWN_MATERIAL: { material: string }
  MATERIAL_UNAVAILABLE: { material: string }
  PROCESS_NOT_FOR_MATERIAL: { process: string; material: string }
  PART_TOO_LARGE: {
    process: string
    lengthMm: number
    widthMm: number
    thicknessMm: number
    maxLengthMm: number
    maxWidthMm: number
    maxThicknessMm: number
  }
  BAR_TOO_SMALL: { diameterMm: number; lengthMm: number; maxDiameterMm: number; maxLengthMm: number }
  PART_NOT_TURNED: Record<never, never>
  UNKNOWN_COLOUR: { colour: string; material: string }
  COLOUR_NEEDS_SERVICE: { colour: string; material: string; service: string; option: string }
  UNKNOWN_TOLERANCE: { tolerance: string; material: string }
  QUANTITY_NOT_WHOLE: { max: number }
  QUANTITY_TOO_LARGE: { max: number }
  UNKNOWN_LEAD: { lead: string }
  LEAD_NOT_OFFERED: { lead: string; max: number }
  LEAD_BRINGS_NOTHING: { lead: string; better: string }
  SERVICE_TWICE: { service: string }
  SERVICE_NOT_FOR_MATERIAL: { service: string; material: string }
  SERVICE_NOT_FOR_PART: { service: string; requiredMm: number }
  UNKNOWN_OPTION: { service: string; option: string }
  OPTION_NOT_FOR_MATERIAL: { service: string; option: string; material: string }
  OPTION_NOT_FOR_PROCESS: { service: string; option: string; process: string }
  SERVICES_EXCLUDE_EACH_OTHER: { service: string; other: string }
  SERVICE_MANDATORY: { service: string; material: string }
  SERVICE_REQUIRED: { service: string; option: string; other: string }
  UNKNOWN_HOLE: { hole: string; holes: number }
  HOLE_COUNT: { count: number; picked: number }
  HOLE_USED_TWICE: { hole: string; service: string; other: string }
  HOLE_TOO_SHALLOW: { hole: string; depthMm: number; foundMm: number }
  NO_HOLE_DEEP_ENOUGH: { service: string; depthMm: number; foundMm: number }
  HOLE_WRONG_DIAMETER: { hole: string; foundMm: number; minMm: number; maxMm: number }
  UNKNOWN_THREAD: { thread: string }
  NO_THREAD_FITS: { service: string; hole: string; foundMm: number; minMm: number; maxMm: number }
  THREAD_TOO_SHORT: { thread: string; depthMm: number; minMm: number }
  THREAD_TOO_SMALL: { thread: string; smallest: string; material: string }
  NO_INSERT_OF_SIZE: { service: string; thread: string }
  INSERT_HOLE_TOO_SHALLOW: { thread: string; insertMm: number; requiredMm: number; foundMm: number }
  TOO_MANY_COLOURS: { service: string; max: number }
  TOO_FEW_COLOURS: { service: string; min: number }
  COLOUR_MISSING: { service: string }
  COLOUR_NOT_OFFERED: { service: string; colour: string }
  COLOUR_UNREADABLE: { service: string; colour: string }
  COLOUR_TWICE: { service: string; colour: string }
  CHOICE_NOT_OFFERED: { service: string; choice: string }
  HARDNESS_OUT_OF_RANGE: { min: number; max: number }
  HARDNESS_STEP: { min: number; step: number }
  ANODIZING_QUANTITY: { quantity: number }
  NOTHING_TO_DO: { service: string }
  NUMBER_OUT_OF_RANGE: { service: string; min: number; max: number }
  FILE_MISSING: { service: string }
  TEXT_MISSING: { service: string }
}

export type FaultCode = keyof FaultDetails

export interface Fault {
  code: FaultCode
  /** The offending field: `quantity`, `services.painting.colours.2`. */
  field: string
  /** For the text: what was found, what is allowed, which service is meant. */
  detail: Readonly<Record<string, string | number>>
}

/** A fault whose detail is what its text needs. */
export const fault = <C extends FaultCode>(code: C, field: string, detail: FaultDetails[C]): Fault => ({
  code,
  field,
  detail,
})

/** Inputs that are still missing: the form asks for them instead of refusing the configuration. */
export const missingInputCodes: readonly FaultCode[] = [
  'UNIT_UNKNOWN',
  'TOO_FEW_COLOURS',
  'COLOUR_MISSING',
  'NOTHING_TO_DO',
  'FILE_MISSING',
  'TEXT_MISSING',
]

const maxShownLength = 60

/** Client input as quoted in a message, shortened so that a megabyte is not echoed back. */
export const shown = (text: string): string => String(text).slice(0, maxShownLength)
