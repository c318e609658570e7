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

interface Ground {
  material: Material
  catalogue: Catalogue
  quantity: number
}

const isServiceId = (name: string): name is ServiceId => serviceIds.some((known) => known === name)

/** `M4x4@10`: size, number of holes, depth in mm. */
function holesOf(text: string): ThreadedHoles | undefined {
  const found = /^([^@]+?)(?:x(\d{1,4}))?(?:@([\d.]{1,8}))?$/.exec(text)
  if (!found?.[1]) return undefined
  return { size: found[1], count: Number(found[2] ?? 1), depthMm: Number(found[3] ?? 10) }
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
      const items = words.flatMap((word) => holesOf(word) ?? [])
      return items.length === words.length ? { ...selection, items } : undefined
    }
    case 'helicoil': {
      const items = words.flatMap((word) => holesOf(word) ?? [])
      return { ...selection, items: items.map((item) => ({ ...item, ratio: helicoilRatios[1] })) }
    }
    case 'hardness':
      return { ...selection, value: Number(detail) }
    case 'risk-acceptance':
      return { ...selection, ruleIds: words }
    default:
      return undefined
  }
}

/** Services as they are typed: `sandblasting:glass-120,painting:pantone:RAL 9005+RAL 7016,tapping:6H:M4x4@10`; or the word that is not one. */
export function selectionsOf(text: string, ground: Ground): ServiceSelection[] | { unknown: string } {
  const selections: ServiceSelection[] = []
  for (const typed of text.split(',').map((word) => word.trim())) {
    const [id = '', option, ...details] = typed.split(':')
    if (!isServiceId(id)) return { unknown: typed }
    const first = findService(ground.catalogue, id)?.options[0]?.id ?? ''
    const plain = serviceDefaults(id, option || first, ground)
    const selection = details.length > 0 ? withDetail(plain, details.join(':')) : plain
    if (!selection) return { unknown: typed }
    selections.push(selection)
  }

  return selections
}
