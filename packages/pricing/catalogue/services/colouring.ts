/** Services that colour or coat a part in a bath. */

import type { Service, ServiceColour } from '@cotation/domain'
import { usd } from '../common/usd.ts'

/** How anodized aluminium and titanium look: French name, English name, screen colour. */
const anodizedPalette = {
  clear: ['Incolore (naturel)', 'Clear (natural)', '#D5D8DA'],
  black: ['Noir', 'Black', '#1B1C1E'],
  red: ['Rouge', 'Red', '#B3202A'],
  blue: ['Bleu', 'Blue', '#1E4FA3'],
  gold: ['Or', 'Gold', '#C8A24A'],
  green: ['Vert', 'Green', '#2E7D4F'],
  purple: ['Violet', 'Purple', '#63348F'],
  orange: ['Orange', 'Orange', '#E0722A'],
  grey: ['Gris anthracite', 'Anthracite grey', '#55585C'],
  champagne: ['Champagne', 'Champagne', '#CDB58F'],
  pink: ['Rose', 'Pink', '#D97BA0'],
  lightblue: ['Bleu clair', 'Light blue', '#5FA8D3'],
} as const satisfies Readonly<Record<string, readonly [fr: string, en: string, hex: string]>>

const anodized = (...ids: readonly (keyof typeof anodizedPalette)[]): readonly ServiceColour[] =>
  ids.map((id) => {
    const [fr, en, hex] = anodizedPalette[id]
    return { id, name: { fr, en }, hex }
  })

const dye = (id: string, fr: string, en: string, hex: string): ServiceColour => ({ id, name: { fr, en }, hex })

export const anodizing: Service = {
  id: 'anodizing',
  name: { fr: 'Anodisation', en: 'Anodizing' },
  families: ['al', 'slm-al', 'titanium', 'slm-ti'],
  leadDays: { rule: 'fixed', days: 3 },
  leadDaysProposed: true,
  options: [
    {
      id: 'type-ii',
      name: { fr: 'Type II (sulfurique, décorative)', en: 'Type II (sulphuric, decorative)' },
      colours: anodized(
        'clear',
        'black',
        'red',
        'blue',
        'gold',
        'green',
        'purple',
        'orange',
        'grey',
        'champagne',
        'pink',
        'lightblue',
      ),
      families: ['al'],
      price: { perLine: usd(6, 55), perPart: usd(1.5, 4), perCm2: usd(0.012, 0.05), perExtraColourLine: usd(6, 45) },
      facts: { thicknessUm: [8, 15] },
    },
    {
      id: 'type-ii-thick',
      name: { fr: 'Type II épaisse (corrosion)', en: 'Type II thick (corrosion)' },
      colours: anodized('clear', 'black', 'red', 'blue'),
      families: ['al'],
      price: { perLine: usd(8, 65), perPart: usd(2, 5), perCm2: usd(0.016, 0.06) },
      facts: { thicknessUm: [15, 25] },
    },
    {
      id: 'type-iii',
      name: { fr: 'Type III (dure)', en: 'Type III (hard coat)' },
      colours: anodized('clear', 'black', 'grey'),
      families: ['al', 'slm-al'],
      price: { perLine: usd(12, 90), perPart: usd(3, 8), perCm2: usd(0.025, 0.09) },
      facts: {
        thicknessUm: [25, 50],
        minHardnessHv: 400,
        minHardnessHrc: 40.8,
        minHardnessText: '400 Webster / 40.8 HRC',
        dimensionChangeUmPerSurface: [12, 25],
      },
    },
    {
      id: 'type-ii-slm',
      name: { fr: 'Type II sur AlSi10Mg (gris/noir)', en: 'Type II on AlSi10Mg (grey/black)' },
      colours: anodized('black', 'grey'),
      families: ['slm-al'],
      price: { perLine: usd(8, 65), perPart: usd(2, 5), perCm2: usd(0.015, 0.06) },
      facts: { thicknessUm: [5, 12] },
    },
    {
      id: 'ti-colour',
      name: { fr: 'Anodisation colorée du titane', en: 'Titanium colour anodizing' },
      colours: anodized('blue', 'gold', 'green', 'purple', 'pink', 'lightblue'),
      families: ['titanium', 'slm-ti'],
      price: { perLine: usd(10, 70), perPart: usd(2.5, 6), perCm2: usd(0.02, 0.07) },
      facts: { thicknessUm: [0.05, 0.3] },
    },
  ],
  choices: { gloss: ['matte', 'satin', 'glossy'] },
  exclusiveWith: ['painting', 'electrophoresis'],
  exclusivePerHole: [],
  note: "ASTM E140: 400 HV corresponds to about 40.8 HRC, so the spec's « Webster » is read as Vickers; Webster hardness (W-20) only runs 0-20. Keep the literal text in the label, store HV.",
}

export const dyeing: Service = {
  id: 'dyeing',
  name: { fr: 'Teinture', en: 'Dyeing' },
  families: ['nylon', 'nylon-filled', 'tpu'],
  excludedMaterials: ['mjf-pa-color', 'sls-alumide'],
  leadDays: { rule: 'byColours', one: 3, several: 4 },
  options: [
    {
      id: 'solid',
      name: { fr: 'Couleur unie', en: 'Solid colour' },
      maxColours: 3,
      price: { perLine: usd(0, 12), perPart: usd(0.4, 3), perCm2: usd(0.004, 0.015), extraColourFactor: 0.6 },
    },
    {
      id: 'gradient',
      name: { fr: 'Dégradé', en: 'Gradient' },
      maxColours: 3,
      minColours: 2,
      families: ['nylon'],
      price: { perLine: usd(6, 35), perPart: usd(0.4, 3), perCm2: usd(0.004, 0.015), extraColourFactor: 0.6 },
    },
    {
      id: 'cream',
      name: { fr: 'Effet crème', en: 'Cream' },
      maxColours: 1,
      families: ['nylon'],
      price: { perLine: usd(6, 35), perPart: usd(0.4, 3), perCm2: usd(0.004, 0.015), extraColourFactor: 0.6 },
    },
  ],
  colours: [
    dye('black', 'Noir', 'Black', '#17181A'),
    dye('darkGrey', 'Gris foncé', 'Dark grey', '#4B4E52'),
    dye('red', 'Rouge', 'Red', '#C4161C'),
    dye('orange', 'Orange', 'Orange', '#F07D00'),
    dye('yellow', 'Jaune', 'Yellow', '#F6C700'),
    dye('green', 'Vert', 'Green', '#1F8A3B'),
    dye('blue', 'Bleu', 'Blue', '#1F4E9E'),
    dye('lightBlue', 'Bleu ciel', 'Sky blue', '#5AA9E6'),
    dye('purple', 'Violet', 'Purple', '#6A2C91'),
    dye('pink', 'Rose', 'Pink', '#E36A9C'),
    dye('brown', 'Brun', 'Brown', '#7A5A3A'),
    dye('ivory', 'Ivoire', 'Ivory', '#EFE7CE'),
  ],
  restrictions: [{ families: ['nylon-filled', 'tpu'], options: ['solid'], colours: ['black', 'darkGrey'] }],
  exclusiveWith: ['painting', 'electrophoresis'],
  exclusivePerHole: [],
  note: 'Grey-base powders (MJF PA12, SLS 3201) only take dark colours well: black, dark grey, blue, purple, green; bright colours need a white base (SLS 3301/1172, MJF PA12 S white).',
}

export const electrophoresis: Service = {
  id: 'electrophoresis',
  name: { fr: 'Électrophorèse (cataphorèse)', en: 'Electrophoresis (e-coat)' },
  families: ['al', 'steel', 'stainless', 'brass', 'magnesium', 'slm-al', 'slm-steel'],
  leadDays: { rule: 'fixed', days: 3 },
  leadDaysProposed: true,
  options: [
    {
      id: 'black',
      name: { fr: 'Noir', en: 'Black' },
      hex: '#1A1A1A',
      price: { perLine: usd(10, 80), perPart: usd(1.5, 5), perCm2: usd(0.012, 0.05) },
      facts: { thicknessUm: [15, 25] },
    },
    {
      id: 'grey',
      name: { fr: 'Gris', en: 'Grey' },
      hex: '#7A7D80',
      price: { perLine: usd(10, 80), perPart: usd(1.5, 5), perCm2: usd(0.012, 0.05) },
      facts: { thicknessUm: [15, 25] },
    },
    {
      id: 'white',
      name: { fr: 'Blanc', en: 'White' },
      hex: '#F0F0EC',
      price: { perLine: usd(10, 80), perPart: usd(1.5, 5), perCm2: usd(0.012, 0.05) },
      facts: { thicknessUm: [15, 25] },
    },
    {
      id: 'transparent-gold',
      name: { fr: 'Or transparent', en: 'Transparent gold' },
      hex: '#CDAF66',
      price: { perLine: usd(10, 80), perPart: usd(1.5, 5), perCm2: usd(0.012, 0.05) },
      facts: { thicknessUm: [15, 25] },
    },
    {
      id: 'clear',
      name: { fr: 'Incolore', en: 'Clear' },
      hex: '#E3E5E6',
      price: { perLine: usd(10, 80), perPart: usd(1.5, 5), perCm2: usd(0.012, 0.05) },
      facts: { thicknessUm: [15, 25] },
    },
  ],
  exclusiveWith: ['anodizing', 'painting', 'dyeing', 'passivation'],
  exclusivePerHole: [],
}
