/** Services that paint, print or seal a surface. */

import { byCard, type Service } from '@cotation/domain'
import { families, printedMetals } from './families.ts'

export const painting: Service = {
  id: 'painting',
  name: { fr: 'Peinture (Pantone)', en: 'Painting (Pantone)' },
  families: families(
    `resin-rigid resin-filled nylon nylon-filled ${printedMetals} slm-cu al steel tool-steel`,
    'stainless magnesium plastic-rigid pu-rigid',
  ),
  leadDays: { rule: 'perColour', days: 4 },
  options: [
    {
      id: 'pantone',
      name: { fr: 'Référence Pantone C/U ou RAL', en: 'Pantone C/U or RAL reference' },
      pattern:
        '^(?:PANTONE\\s*)?(?:[0-9]{3,4}|Black [0-9]|Cool Gray [0-9]{1,2}|Warm Gray [0-9]{1,2}|[A-Z][A-Za-z ]+)\\s*(C|U)$|^RAL\\s?[0-9]{4}$',
      price: {
        perLine: byCard(5, 40),
        perPart: byCard(3, 14),
        perCm2: byCard(0.03, 0.12),
        extraColourFactor: 0.7,
        finishFactors: { matte: 1, satin: 1.05, glossy: 1.25, textured: 1.15, 'soft-touch': 1.5 },
        linePerColour: true,
      },
    },
  ],
  maxColours: 5,
  choices: { finish: ['matte', 'satin', 'glossy', 'textured', 'soft-touch'] },
  presets: [
    { code: 'PANTONE Black 6 C', hex: '#101820' },
    { code: 'PANTONE Cool Gray 6 C', hex: '#A7A8AA' },
    { code: 'PANTONE 186 C', hex: '#C8102E' },
    { code: 'PANTONE 485 C', hex: '#DA291C' },
    { code: 'PANTONE 151 C', hex: '#FF8200' },
    { code: 'PANTONE 116 C', hex: '#FFCD00' },
    { code: 'PANTONE 348 C', hex: '#00843D' },
    { code: 'PANTONE 375 C', hex: '#97D700' },
    { code: 'PANTONE 286 C', hex: '#0033A0' },
    { code: 'PANTONE 299 C', hex: '#00A3E0' },
    { code: 'PANTONE 2685 C', hex: '#330072' },
    { code: 'PANTONE 806 C', hex: '#FF3EB5' },
    { code: 'RAL 9003', hex: '#ECECE7' },
    { code: 'RAL 9005', hex: '#0E0E10' },
    { code: 'RAL 7016', hex: '#383E42' },
  ],
  exclusiveWith: ['anodizing', 'dyeing', 'electrophoresis', 'passivation'],
  exclusivePerHole: [],
  note: 'Includes sanding and primer.',
}

export const silkscreen: Service = {
  id: 'silkscreen',
  name: { fr: 'Sérigraphie', en: 'Silkscreen' },
  families: families(
    'resin-rigid resin-clear resin-filled nylon al steel stainless plastic-rigid',
    'plastic-clear pu-rigid pu-clear slm-al slm-steel',
  ),
  leadDays: { rule: 'silkscreen', alone: 3, withPainting: 1 },
  artworkTypes: ['.ai', '.svg', '.pdf', '.dxf'],
  options: [
    {
      id: 'screen',
      name: { fr: 'Sérigraphie / tampographie', en: 'Screen / pad printing' },
      price: { perScreen: byCard(15, 60), perImpression: byCard(0.6, 2.5) },
      facts: { minLineMm: 0.15, minTextHeightMm: 1.2, maxZoneMm: [300, 200] },
    },
    {
      id: 'laser-mark',
      name: { fr: 'Marquage laser', en: 'Laser marking' },
      price: { perLine: byCard(4, 30), perImpression: byCard(0.5, 2) },
      families: ['al', 'steel', 'stainless', 'slm-al', 'slm-steel'],
    },
  ],
  maxColours: 4,
  exclusiveWith: [],
  exclusivePerHole: [],
  note: 'The spec leaves the maximum number of colours undefined; 4 is a proposal.',
}

export const specialTreatment: Service = {
  id: 'special-treatment',
  name: { fr: 'Traitement spécial', en: 'Special treatment' },
  families: families(
    'resin-rigid resin-clear resin-filled nylon tpu plastic-clear plastic-rigid pu-rigid',
    'pu-clear slm-steel slm-al steel tool-steel',
  ),
  leadDays: { rule: 'byOption' },
  options: [
    {
      id: 'spray-paint',
      name: { fr: 'Peinture au pistolet (1 teinte)', en: 'Spray paint (1 colour)' },
      leadDays: 2,
      families: families('resin-rigid resin-filled nylon plastic-rigid pu-rigid slm-steel slm-al'),
      price: { perPart: byCard(1.2, 8), perCm2: byCard(0.012, 0.06) },
      exclusiveWith: ['painting', 'dyeing'],
    },
    {
      id: 'oil-spray',
      name: { fr: 'Vernis transparent', en: 'Clear oil spray' },
      leadDays: 1,
      families: ['resin-rigid', 'resin-clear', 'pu-clear', 'plastic-clear'],
      price: { perPart: byCard(0.8, 5), perCm2: byCard(0.008, 0.04) },
    },
    {
      id: 'vapour-smoothing',
      name: { fr: 'Lissage vapeur', en: 'Vapour smoothing' },
      leadDays: 1,
      families: ['nylon', 'tpu'],
      price: { perLine: byCard(6, 40), perCm2: byCard(0.012, 0.04) },
    },
    {
      id: 'vapour-polish',
      name: { fr: 'Poli vapeur (PC, PMMA)', en: 'Vapour polishing (PC, PMMA)' },
      leadDays: 1,
      families: ['plastic-clear'],
      price: { perPart: byCard(6, 28), perCm2: byCard(0.03, 0.12) },
    },
    {
      id: 'electroplating',
      name: { fr: 'Métallisation galvanique', en: 'Electroplating' },
      leadDays: 1,
      families: ['resin-rigid', 'plastic-rigid'],
      price: { perLine: byCard(20, 120), perCm2: byCard(0.05, 0.2) },
      exclusiveWith: ['painting', 'dyeing'],
      facts: { extraLeadDaysProposed: 4 },
    },
    {
      id: 'waterproof',
      name: { fr: 'Imprégnation étanche', en: 'Waterproof impregnation' },
      leadDays: 1,
      families: ['nylon'],
      price: { perPart: byCard(1, 6), perCm2: byCard(0.008, 0.03) },
    },
    {
      id: 'black-oxide',
      name: { fr: 'Brunissage', en: 'Black oxide' },
      leadDays: 1,
      families: ['slm-steel', 'steel', 'tool-steel'],
      price: { perLine: byCard(6, 50), perCm2: byCard(0.006, 0.02) },
    },
  ],
  exclusiveWith: [],
  exclusivePerHole: [],
}
