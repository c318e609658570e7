import {
  type Catalogue,
  findService,
  helicoilRatios,
  type Material,
  type ServiceId,
  type ServiceSelection,
  serviceDefaults,
  serviceIds,
  type ThreadedHoles,
} from '@cotation/domain'

interface ServiceContext {
  material: Material
  catalogue: Catalogue
  quantity: number
}

const isServiceId = (name: string): name is ServiceId => serviceIds.some((known) => known === name)

/** Parses `M4x4@10`: thread size, number of holes, depth in mm. */
function parseHoles(text: string): ThreadedHoles | undefined {
  const [, size, count = '1', depthMm = '10'] = /^([^@]+?)(?:x(\d{1,4}))?(?:@([\d.]{1,8}))?$/.exec(text) ?? []
  if (!size) return undefined
  return { size, count: Number(count), depthMm: Number(depthMm) }
}

/** Undefined if one of them cannot be read. */
function parseAllHoles(words: readonly string[]): ThreadedHoles[] | undefined {
  const items = words.flatMap((word) => parseHoles(word) ?? [])
  return items.length === words.length ? items : undefined
}

function withDetail(selection: ServiceSelection, detail: string): ServiceSelection | undefined {
  const words = detail.split('+')

  switch (selection.id) {
    case 'painting':
    case 'dyeing':
    case 'silkscreen':
      return { ...selection, colours: words }
    case 'anodizing':
    case 'special-treatment':
      return { ...selection, colour: detail }
    case 'tapping':
    case 'brass-insert': {
      const items = parseAllHoles(words)
      return items && { ...selection, items }
    }
    case 'helicoil': {
      const items = parseAllHoles(words)?.map((item) => ({ ...item, ratio: helicoilRatios[1] }))
      return items && { ...selection, items }
    }
    case 'hardness':
      return { ...selection, value: Number(detail) }
    case 'risk-acceptance':
      return { ...selection, ruleIds: words }
    default:
      return undefined
  }
}

/**
 * Parses `sandblasting:glass-120,painting:pantone:RAL 9005+RAL 7016,tapping:6H:M4x4@10`. `unknown`
 * is the first item that is not a service.
 */
export function parseServices(
  text: string | undefined,
  context: ServiceContext,
): { selections: ServiceSelection[] } | { unknown: string } {
  if (text === undefined) return { selections: [] }

  const selections: ServiceSelection[] = []
  for (const item of text.split(',').map((word) => word.trim())) {
    const [id = '', option, ...details] = item.split(':')
    if (!isServiceId(id)) return { unknown: item }

    const firstOption = findService(context.catalogue, id)?.options[0]?.id ?? ''
    const defaults = serviceDefaults(id, option || firstOption, context)
    const selection = details.length > 0 ? withDetail(defaults, details.join(':')) : defaults
    if (!selection) return { unknown: item }

    selections.push(selection)
  }

  return { selections }
}
