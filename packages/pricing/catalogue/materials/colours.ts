import type { Colour } from '@cotation/domain'

/** French name, English name, colour on a screen. */
const palette = {
  matteWhite: ['Blanc mat', 'Matte white', '#F3F2EE'],
  white: ['Blanc', 'White', '#F7F7F5'],
  yellowish: ['Jaune clair', 'Light yellow', '#EADFA6'],
  grey: ['Gris', 'Grey', '#8C8F92'],
  greyBlack: ['Noir grisé', 'Greyish black', '#35383B'],
  black: ['Noir', 'Black', '#17181A'],
  translucent: ['Translucide', 'Translucent', '#E6EEF2'],
  transparent: ['Transparent', 'Transparent', '#F2F8FB'],
  offWhite: ['Blanc cassé', 'Off-white', '#EFEBDD'],
  naturalGrey: ['Gris naturel', 'Natural grey', '#77797A'],
  greyWhite: ['Blanc grisé', 'Greyish white', '#DADBD8'],
  multicolor: ['Multicolore (texture)', 'Full colour (texture)', '#B0B0B0'],
  red: ['Rouge', 'Red', '#C4161C'],
  blue: ['Bleu', 'Blue', '#1F4E9E'],
  yellow: ['Jaune', 'Yellow', '#F6C700'],
  green: ['Vert', 'Green', '#1F8A3B'],
  orange: ['Orange', 'Orange', '#F07D00'],
  natural: ['Naturel', 'Natural', '#E8E2D0'],
  steel: ['Gris acier', 'Steel grey', '#A9ABAD'],
  alu: ['Aluminium brut', 'Raw aluminium', '#D0D3D6'],
  titanium: ['Gris titane', 'Titanium grey', '#9A9790'],
  copper: ['Cuivre', 'Copper', '#B87333'],
  brass: ['Laiton', 'Brass', '#C9A64B'],
  bronze: ['Bronze', 'Bronze', '#A9793E'],
  magnesium: ['Magnésium brut', 'Raw magnesium', '#C2C4C3'],
  beige: ['Beige', 'Beige', '#E4D3A8'],
  brown: ['Brun', 'Brown', '#7A5A3A'],
  amber: ['Ambre', 'Amber', '#C98A2B'],
  greenFr4: ['Vert pâle', 'Pale green', '#BFCB9A'],
} as const satisfies Readonly<Record<string, readonly [fr: string, en: string, hex: string]>>

export type ColourId = keyof typeof palette

function colour(id: ColourId, via: Colour['via']): Colour {
  const [fr, en, hex] = palette[id]
  return { id, name: { fr, en }, hex, via }
}

/** Colours the material has by itself. */
export const native = (...ids: readonly ColourId[]): readonly Colour[] => ids.map((id) => colour(id, 'native'))

/** Colours mixed into an opaque casting. */
export const pigment = (...ids: readonly ColourId[]): readonly Colour[] => ids.map((id) => colour(id, 'pigment'))

/** Colours mixed into a clear casting. */
export const tint = (...ids: readonly ColourId[]): readonly Colour[] => ids.map((id) => colour(id, 'tint'))

/** Colours from an option of a service, which is added together with the colour. */
export const byService = (via: Exclude<Colour['via'], 'native' | 'pigment' | 'tint'>, ...ids: readonly ColourId[]) =>
  ids.map((id) => colour(id, via))
