/**
 * Why a configuration cannot be made. Each code has a French and an English text (`messages/configuration`) that says what is
 * wrong and what to do; the form and the server show the same one.
 */
export const faultCodes = [
  'UNKNOWN_MATERIAL',
  'MATERIAL_UNAVAILABLE',
  'PROCESS_NOT_FOR_MATERIAL',
  'PART_TOO_LARGE',
  'PART_NOT_TURNED',
  'UNKNOWN_COLOUR',
  'COLOUR_NEEDS_SERVICE',
  'UNKNOWN_TOLERANCE',
  'QUANTITY_NOT_WHOLE',
  'QUANTITY_TOO_LARGE',
  'LEAD_NOT_OFFERED',
  'SERVICE_TWICE',
  'SERVICE_NOT_FOR_MATERIAL',
  'OPTION_NOT_FOR_MATERIAL',
  'OPTION_NOT_FOR_PROCESS',
  'UNKNOWN_OPTION',
  'SERVICES_EXCLUDE_EACH_OTHER',
  'SERVICE_MANDATORY',
  'SERVICE_REQUIRED',
  'HOLE_USED_TWICE',
  'UNKNOWN_HOLE',
  'HOLE_COUNT',
  'HOLE_TOO_SHALLOW',
  'HOLE_WRONG_DIAMETER',
  'UNKNOWN_THREAD',
  'THREAD_TOO_SMALL',
  'NO_INSERT_OF_SIZE',
  'INSERT_HOLE_TOO_SHALLOW',
  'TOO_MANY_COLOURS',
  'TOO_FEW_COLOURS',
  'COLOUR_MISSING',
  'COLOUR_NOT_OFFERED',
  'COLOUR_TWICE',
  'CHOICE_NOT_OFFERED',
  'HARDNESS_OUT_OF_RANGE',
  'HARDNESS_STEP',
  'ANODIZING_QUANTITY',
  'NOTHING_TO_DO',
  'NUMBER_OUT_OF_RANGE',
  'RISK_NOT_ACCEPTED',
] as const
export type FaultCode = (typeof faultCodes)[number]

export interface Fault {
  code: FaultCode
  /** The offending field: `quantity`, `services.painting.colours.2`. */
  field: string
  /** For the text: what was found, what is allowed, which service is meant. Names in both languages are given as ids. */
  detail: Readonly<Record<string, string | number>>
}
