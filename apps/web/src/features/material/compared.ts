import { type Catalogue, findMaterial, type Material } from '@cotation/domain'

/** More columns would not be readable side by side. */
export const maxCompared = 4

/** The known materials of an address (`a,b`), each once. */
export function comparedFrom(raw: string | undefined, catalogue: Catalogue): Material[] {
  const ids = [...new Set((raw ?? '').split(','))]
  return ids.flatMap((id) => findMaterial(catalogue, id) ?? []).slice(0, maxCompared)
}

/** The search parameter for these materials; none if there are none. */
export function comparedSearch(materials: readonly Pick<Material, 'id'>[]): { compare?: string } {
  return materials.length === 0 ? {} : { compare: materials.map(({ id }) => id).join(',') }
}
