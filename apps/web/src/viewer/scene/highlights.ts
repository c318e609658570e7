import type { DisplayMesh } from '@cotation/geometry'
import { BufferAttribute, BufferGeometry, Group, Mesh, MeshBasicMaterial, type Plane } from 'three'
import { type MarkTone, markTones } from '#viewer/marks/marks.ts'
import type { Appearance, DrawnMark } from '#viewer/scene/viewer-messages.ts'
import { palettes } from './palette.ts'

/** Indices of all triangles of some faces. */
export function trianglesOf({ indices, groups }: Pick<DisplayMesh, 'indices' | 'groups'>, faces: ReadonlySet<number>) {
  const parts: Uint32Array[] = []
  for (let g = 0; g < groups.length; g += 3) {
    if (!faces.has(groups[g] as number)) continue
    const first = groups[g + 1] as number
    parts.push(indices.subarray(first, first + (groups[g + 2] as number)))
  }

  const all = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }

  return all
}

interface Layer {
  mesh: Mesh
  tone: MarkTone
  material: MeshBasicMaterial
}

export interface Highlights {
  group: Group
  show(marks: readonly DrawnMark[], selected: string | undefined): void
  setScheme(scheme: Appearance['scheme']): void
  dispose(): void
}

/**
 * Colours the faces of findings and, stronger and visible through the part, those of the selected
 * mark.
 */
export function highlights(mesh: DisplayMesh, surface: BufferGeometry, cut: Plane): Highlights {
  const group = new Group()
  let layers: Layer[] = []
  let scheme: Appearance['scheme'] = 'light'

  const clear = () => {
    for (const { mesh: layer, material } of layers) {
      group.remove(layer)
      layer.geometry.dispose()
      material.dispose()
    }
    layers = []
  }

  const add = (faces: ReadonlySet<number>, tone: MarkTone, opacity: number, through: boolean) => {
    const triangles = trianglesOf(mesh, faces)
    if (triangles.length === 0) return

    const patch = new BufferGeometry()
    patch.setAttribute('position', surface.getAttribute('position'))
    patch.setIndex(new BufferAttribute(triangles, 1))

    const options = { transparent: true, opacity, depthWrite: false, depthTest: !through, clippingPlanes: [cut] }
    const material = new MeshBasicMaterial({ ...options, color: palettes[scheme].tones[tone] })
    const layer = new Mesh(patch, material)

    // After the face of the section, which belongs to the part.
    layer.renderOrder = 1000 + layers.length
    group.add(layer)
    layers.push({ mesh: layer, tone, material })
  }

  return {
    group,
    show(marks, selected) {
      clear()

      const facesOf = (some: readonly DrawnMark[]) => new Set(some.flatMap(({ faces }) => faces))
      const chosen = marks.find(({ id }) => id === selected)
      const shown = facesOf(chosen ? [chosen] : [])
      for (const tone of [...markTones].reverse()) {
        const faces = facesOf(marks.filter((mark) => mark.kind === 'finding' && mark.tone === tone))
        add(new Set([...faces].filter((face) => !shown.has(face))), tone, 0.4, false)
      }

      if (!chosen) return

      add(shown, chosen.tone, 0.85, false)
      add(shown, chosen.tone, 0.25, true)
    },
    setScheme(next) {
      scheme = next
      for (const { tone, material } of layers) material.color.set(palettes[scheme].tones[tone])
    },
    dispose: clear,
  }
}
