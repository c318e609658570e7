/** Services that change how smooth a surface is. */

import { byCard, type ProcessId, type Service, type ServiceOption } from '@cotation/domain'
import { families, machinedMetals, printedMetals } from './families.ts'

export const polishing: Service = {
  id: 'polishing',
  name: { fr: 'Polissage', en: 'Polishing' },
  families: families(`resin-rigid resin-clear ${machinedMetals} plastic-clear ${printedMetals} pu-clear nylon`),
  leadDays: { rule: 'byOption' },
  options: [
    {
      id: 'tumbling',
      name: { fr: 'Tribofinition', en: 'Vibratory tumbling' },
      leadDays: 1,
      families: families(`nylon ${printedMetals} al brass stainless`),
      price: { perPart: byCard(0.6, 2.5), perCm2: byCard(0.004, 0.02) },
      facts: { raUm: 3.2 },
    },
    {
      id: 'satin',
      name: { fr: 'Satiné (grain 400-600)', en: 'Satin (grit 400-600)' },
      leadDays: 1,
      price: { perPart: byCard(2, 10), perCm2: byCard(0.03, 0.15) },
      facts: { raUm: 0.8 },
    },
    {
      id: 'fine',
      name: { fr: 'Poli fin (grain 1000-2000)', en: 'Fine polish (grit 1000-2000)' },
      leadDays: 2,
      price: { perPart: byCard(4, 18), perCm2: byCard(0.07, 0.3) },
      facts: { raUm: 0.2 },
    },
    {
      id: 'mirror',
      name: { fr: 'Poli miroir', en: 'Mirror polish' },
      leadDays: 3,
      families: families('al stainless tool-steel brass copper bronze titanium slm-steel'),
      price: { perPart: byCard(12, 50), perCm2: byCard(0.2, 0.8) },
      facts: { raUm: 0.05 },
    },
    {
      id: 'optical',
      name: { fr: 'Poli transparent (optique)', en: 'Transparent (optical) polish' },
      leadDays: 2,
      families: ['resin-clear', 'plastic-clear', 'pu-clear'],
      price: { perPart: byCard(4, 18), perCm2: byCard(0.06, 0.28) },
      facts: { raUm: 0.05 },
    },
    {
      id: 'electropolish',
      name: { fr: 'Électropolissage', en: 'Electropolishing' },
      leadDays: 2,
      families: ['stainless', 'slm-steel'],
      price: { perLine: byCard(8, 60), perCm2: byCard(0.02, 0.08) },
      facts: { raUm: 0.4 },
    },
  ],
  exclusiveWith: ['sandblasting'],
  exclusivePerHole: [],
}

/** Blasting costs the same whatever the grain. */
const blasted = (id: string, fr: string, en: string, leadDays: number): ServiceOption => ({
  id,
  name: { fr, en },
  leadDays,
  price: { perPart: byCard(0.8, 4), perCm2: byCard(0.006, 0.03) },
  facts: { mesh: Number(id.split('-')[1]) },
})

/** Materials that leave the printer in a bed of powder. */
const printedInPowder = families(`nylon nylon-filled tpu pp ${printedMetals} slm-cu`)

export const sandblasting: Service = {
  id: 'sandblasting',
  name: { fr: 'Sablage / microbillage', en: 'Sandblasting / bead blasting' },
  families: families(
    `resin-rigid nylon nylon-filled tpu pp ${machinedMetals} magnesium ${printedMetals}`,
    'slm-cu plastic-rigid',
  ),
  leadDays: { rule: 'byOption' },
  options: [
    blasted('glass-80', 'Billes de verre 80 mesh (Ra ≈ 3,2)', 'Glass bead #80 (Ra ≈ 3.2)', 0),
    blasted('glass-120', 'Billes de verre 120 mesh (Ra ≈ 2,0)', 'Glass bead #120 (Ra ≈ 2.0)', 0),
    blasted('glass-180', 'Billes de verre 180 mesh (Ra ≈ 1,6)', 'Glass bead #180 (Ra ≈ 1.6)', 0),
    blasted('alox-120', 'Corindon 120 mesh (mat)', 'Alumina #120 (matte)', 1),
    blasted('alox-240', 'Corindon 240 mesh (mat fin)', 'Alumina #240 (fine matte)', 1),
    {
      id: 'depowder',
      name: { fr: 'Dépoudrage et microbillage standard', en: 'Standard depowdering and bead blast' },
      leadDays: 0,
      includedForFamilies: printedInPowder,
      families: printedInPowder,
      price: { perPart: byCard(0, 0) },
      facts: { mesh: 100 },
    },
  ],
  exclusiveWith: ['polishing'],
  exclusivePerHole: [],
}

const machining: readonly ProcessId[] = ['milling', 'turning']

/** A finish of printed or cast parts, without delay unless the row says so. */
function finish(
  process: ProcessId,
  id: string,
  name: ServiceOption['name'],
  { leadDays = 0, ...rest }: Omit<ServiceOption, 'id' | 'name' | 'processes'>,
): ServiceOption {
  return { id, name, leadDays, processes: [process], ...rest }
}

export const surfaceFinish: Service = {
  id: 'surface-finish',
  name: { fr: 'État de surface', en: 'Surface finish' },
  families: families(
    `${machinedMetals} magnesium plastic-rigid plastic-clear plastic-hp plastic-slippery`,
    'resin-rigid resin-filled resin-clear pu-rigid pu-clear pu-soft silicone',
  ),
  leadDays: { rule: 'byOption' },
  options: [
    {
      id: 'ra-3.2',
      name: { fr: 'Ra 3,2 µm (standard usinage)', en: 'Ra 3.2 µm (standard machining)' },
      cycleFactor: 1,
      leadDays: 0,
      processes: machining,
      isDefault: true,
      facts: { raUm: 3.2 },
    },
    {
      id: 'ra-1.6',
      name: { fr: 'Ra 1,6 µm', en: 'Ra 1.6 µm' },
      cycleFactor: 1.12,
      leadDays: 0,
      processes: machining,
      facts: { raUm: 1.6 },
    },
    {
      id: 'ra-0.8',
      name: { fr: 'Ra 0,8 µm', en: 'Ra 0.8 µm' },
      cycleFactor: 1.35,
      leadDays: 1,
      processes: machining,
      facts: { raUm: 0.8 },
    },
    {
      id: 'ra-0.4',
      name: { fr: 'Ra 0,4 µm (rectification)', en: 'Ra 0.4 µm (grinding)' },
      cycleFactor: 1.8,
      leadDays: 2,
      processes: machining,
      requires: ['grinding'],
      facts: { raUm: 0.4 },
    },
    {
      id: 'brushed',
      name: { fr: 'Brossé', en: 'Brushed' },
      leadDays: 1,
      processes: machining,
      price: { perPart: byCard(1.5, 8), perCm2: byCard(0.02, 0.1) },
      facts: { raUm: 1.6 },
    },
    finish('sla', 'sla-standard', { fr: 'Ponçage standard', en: 'General sanding' }, { isDefault: true }),
    finish(
      'sla',
      'sla-fine',
      { fr: 'Ponçage fin (grain 800+)', en: 'Fine sanding (grit 800+)' },
      { leadDays: 1, price: { perPart: byCard(1, 6), perCm2: byCard(0.012, 0.08) } },
    ),
    finish(
      'sla',
      'sla-none',
      { fr: 'Brut d’impression (supports retirés)', en: 'As printed (supports removed)' },
      { partPriceFactor: 0.96 },
    ),
    finish(
      'casting',
      'cast-matte',
      { fr: 'Mat (VDI 3400 Ref 24)', en: 'Matte (VDI 3400 Ref 24)' },
      { isDefault: true },
    ),
    finish(
      'casting',
      'cast-gloss',
      { fr: 'Brillant (maître poli)', en: 'Glossy (polished master)' },
      { leadDays: 1, price: { perLine: byCard(15, 80) } },
    ),
    finish(
      'casting',
      'cast-texture',
      { fr: 'Texture (VDI 3400 Ref 27-33)', en: 'Texture (VDI 3400 Ref 27-33)' },
      { leadDays: 1, price: { perLine: byCard(25, 120) } },
    ),
  ],
  choices: { faces: ['all', 'marked'] },
  exclusiveWith: [],
  exclusivePerHole: [],
}

export const grinding: Service = {
  id: 'grinding',
  name: { fr: 'Rectification', en: 'Grinding' },
  families: families('steel tool-steel stainless slm-steel slm-ni slm-co slm-ti titanium copper brass'),
  leadDays: { rule: 'fixed', days: 2 },
  leadDaysProposed: true,
  options: [
    {
      id: 'flat',
      name: { fr: 'Plane, IT6-IT7', en: 'Surface, IT6-IT7' },
      price: { perLine: byCard(6, 40), perFace: byCard(3, 14), perCm2: byCard(0.08, 0.35) },
    },
    {
      id: 'cylindrical',
      name: { fr: 'Cylindrique, IT5-IT6', en: 'Cylindrical, IT5-IT6' },
      price: { perLine: byCard(8, 50), perFace: byCard(4, 18), perCm2: byCard(0.12, 0.5) },
    },
  ],
  exclusiveWith: [],
  exclusivePerHole: [],
}
