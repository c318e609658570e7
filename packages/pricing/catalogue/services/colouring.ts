/** Services that colour or coat a part in a bath. */

import { byCard, type Service, type ServiceColour, type ServiceOption } from '@cotation/domain'
import { families } from './families.ts'

const colour = (id: string, fr: string, en: string, hex: string): ServiceColour => ({ id, name: { fr, en }, hex })

/** Colours of anodized aluminium and titanium, as shown on a screen. */
const anodizedColours: readonly ServiceColour[] = [
  colour('clear', 'Incolore (naturel)', 'Clear (natural)', '#D5D8DA'),
  colour('black', 'Noir', 'Black', '#1B1C1E'),
  colour('red', 'Rouge', 'Red', '#B3202A'),
  colour('blue', 'Bleu', 'Blue', '#1E4FA3'),
  colour('gold', 'Or', 'Gold', '#C8A24A'),
  colour('green', 'Vert', 'Green', '#2E7D4F'),
  colour('purple', 'Violet', 'Purple', '#63348F'),
  colour('orange', 'Orange', 'Orange', '#E0722A'),
  colour('grey', 'Gris anthracite', 'Anthracite grey', '#55585C'),
  colour('champagne', 'Champagne', 'Champagne', '#CDB58F'),
  colour('pink', 'Rose', 'Pink', '#D97BA0'),
  colour('lightblue', 'Bleu clair', 'Light blue', '#5FA8D3'),
]

const anodized = (...ids: readonly string[]): readonly ServiceColour[] =>
  anodizedColours.filter(({ id }) => ids.includes(id))

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
      colours: anodizedColours,
      families: ['al'],
      price: {
        perLine: byCard(6, 55),
        perPart: byCard(1.5, 4),
        perCm2: byCard(0.012, 0.05),
        perExtraColourLine: byCard(6, 45),
      },
      facts: { thicknessUm: [8, 15] },
    },
    {
      id: 'type-ii-thick',
      name: { fr: 'Type II épaisse (corrosion)', en: 'Type II thick (corrosion)' },
      colours: anodized('clear', 'black', 'red', 'blue'),
      families: ['al'],
      price: { perLine: byCard(8, 65), perPart: byCard(2, 5), perCm2: byCard(0.016, 0.06) },
      facts: { thicknessUm: [15, 25] },
    },
    {
      id: 'type-iii',
      name: { fr: 'Type III (dure)', en: 'Type III (hard coat)' },
      colours: anodized('clear', 'black', 'grey'),
      families: ['al', 'slm-al'],
      price: { perLine: byCard(12, 90), perPart: byCard(3, 8), perCm2: byCard(0.025, 0.09) },
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
      price: { perLine: byCard(8, 65), perPart: byCard(2, 5), perCm2: byCard(0.015, 0.06) },
      facts: { thicknessUm: [5, 12] },
    },
    {
      id: 'ti-colour',
      name: { fr: 'Anodisation colorée du titane', en: 'Titanium colour anodizing' },
      colours: anodized('blue', 'gold', 'green', 'purple', 'pink', 'lightblue'),
      families: ['titanium', 'slm-ti'],
      price: { perLine: byCard(10, 70), perPart: byCard(2.5, 6), perCm2: byCard(0.02, 0.07) },
      facts: { thicknessUm: [0.05, 0.3] },
    },
  ],
  choices: { gloss: ['matte', 'satin', 'glossy'] },
  exclusiveWith: ['painting', 'electrophoresis'],
  exclusivePerHole: [],
  note: "ASTM E140: 400 HV corresponds to about 40.8 HRC, so the spec's « Webster » is read as Vickers; Webster hardness (W-20) only runs 0-20. Keep the literal text in the label, store HV.",
}

const dyeBath = { perPart: byCard(0.4, 3), perCm2: byCard(0.004, 0.015), extraColourFactor: 0.6 }

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
      price: { perLine: byCard(0, 12), ...dyeBath },
    },
    {
      id: 'gradient',
      name: { fr: 'Dégradé', en: 'Gradient' },
      maxColours: 3,
      minColours: 2,
      families: ['nylon'],
      price: { perLine: byCard(6, 35), ...dyeBath },
    },
    {
      id: 'cream',
      name: { fr: 'Effet crème', en: 'Cream' },
      maxColours: 1,
      families: ['nylon'],
      price: { perLine: byCard(6, 35), ...dyeBath },
    },
  ],
  colours: [
    colour('black', 'Noir', 'Black', '#17181A'),
    colour('darkGrey', 'Gris foncé', 'Dark grey', '#4B4E52'),
    colour('red', 'Rouge', 'Red', '#C4161C'),
    colour('orange', 'Orange', 'Orange', '#F07D00'),
    colour('yellow', 'Jaune', 'Yellow', '#F6C700'),
    colour('green', 'Vert', 'Green', '#1F8A3B'),
    colour('blue', 'Bleu', 'Blue', '#1F4E9E'),
    colour('lightBlue', 'Bleu ciel', 'Sky blue', '#5AA9E6'),
    colour('purple', 'Violet', 'Purple', '#6A2C91'),
    colour('pink', 'Rose', 'Pink', '#E36A9C'),
    colour('brown', 'Brun', 'Brown', '#7A5A3A'),
    colour('ivory', 'Ivoire', 'Ivory', '#EFE7CE'),
  ],
  restrictions: [{ families: ['nylon-filled', 'tpu'], options: ['solid'], colours: ['black', 'darkGrey'] }],
  exclusiveWith: ['painting', 'electrophoresis'],
  exclusivePerHole: [],
  note: 'Grey-base powders (MJF PA12, SLS 3201) only take dark colours well: black, dark grey, blue, purple, green; bright colours need a white base (SLS 3301/1172, MJF PA12 S white).',
}

/** A coat costs the same in every colour. */
const coated = (id: string, fr: string, en: string, hex: string): ServiceOption => ({
  ...colour(id, fr, en, hex),
  price: { perLine: byCard(10, 80), perPart: byCard(1.5, 5), perCm2: byCard(0.012, 0.05) },
  facts: { thicknessUm: [15, 25] },
})

export const electrophoresis: Service = {
  id: 'electrophoresis',
  name: { fr: 'Électrophorèse (cataphorèse)', en: 'Electrophoresis (e-coat)' },
  families: families('al steel stainless brass magnesium slm-al slm-steel'),
  leadDays: { rule: 'fixed', days: 3 },
  leadDaysProposed: true,
  options: [
    coated('black', 'Noir', 'Black', '#1A1A1A'),
    coated('grey', 'Gris', 'Grey', '#7A7D80'),
    coated('white', 'Blanc', 'White', '#F0F0EC'),
    coated('transparent-gold', 'Or transparent', 'Transparent gold', '#CDAF66'),
    coated('clear', 'Incolore', 'Clear', '#E3E5E6'),
  ],
  exclusiveWith: ['anodizing', 'painting', 'dyeing', 'passivation'],
  exclusivePerHole: [],
}
