import { binaryStl, cylinder, lathe, merge, plateWithHoles, polygon, prism, tube } from '@cotation/geometry/solids'
import { boxSolid, cylinderSolid, stepFile } from '@cotation/geometry/step-writer'

export interface PartFile {
  name: string
  bytes: Uint8Array
}

const stl = (name: string, mesh: Parameters<typeof binaryStl>[0]): PartFile => ({ name, bytes: binaryStl(mesh) })

const step = (name: string, solid: Parameters<typeof stepFile>[1]): PartFile => ({
  name,
  bytes: new TextEncoder().encode(stepFile(name.replace('.step', ''), solid)),
})

/** The parts of the demo, like those of a small workshop. Made by our own code, so that they belong to nobody. */
export const partFiles = {
  plate: stl(
    'platine-moteur.stl',
    plateWithHoles({ columns: 3, rows: 2, pitch: 32, thickness: 10 }, polygon('7,0 7,4.5 4.2,4.5 4.2,10')),
  ),
  shaft: stl('arbre-entree.stl', lathe(polygon('0,0 7,0 8,1 8,22 12,22 12,30 10,30 10,70 8,70 8,88 0,88'), 96)),
  flange: stl('bride-palier.stl', lathe(polygon('10,0 40,0 40,7 20,7 18,9 18,28 17,29 10,29'), 96)),
  pulley: stl('poulie.stl', lathe(polygon('6,0 34,0 35,1 35,4 27,8 27,10 35,14 35,17 34,18 12,18 12,26 6,26'), 96)),
  bracket: stl('equerre-support.stl', prism(polygon('0,0 60,0 60,5 5,5 5,45 0,45'), 40)),
  rail: stl('glissiere.stl', prism(polygon('0,0 40,0 40,6 28,6 28,14 12,14 12,6 0,6'), 90)),
  bush: stl('bague.stl', tube(14, 9, 22, 96)),
  knob: stl('bouton-molete.stl', lathe(polygon('3,0 14,0 16,2 16,12 14,14 8,14 7,22 3,22'), 96)),
  cover: stl('couvercle.stl', lathe(polygon('0,0 25,0 25,18 23,18 23,2 0,2'), 96)),
  feet: stl('pieds.stl', merge(cylinder(9, 12, 64))),
  shim: step('cale-reglage.step', (text) => boxSolid(text, [60, 25, 8])),
  pin: step('pion-centrage.step', (text) => cylinderSolid(text, 6, 32)),
} as const satisfies Record<string, PartFile>

export type PartName = keyof typeof partFiles
