/** Splits names at spaces: lists of material families are too long for one name per row. */
export const families = (...names: readonly string[]): readonly string[] => names.join(' ').split(' ')

/** Families that are not metals: resins, nylons, plastics and castings. */
export const polymers =
  'resin-rigid resin-clear resin-filled resin-soft nylon nylon-filled pp tpu plastic-rigid plastic-clear plastic-hp plastic-slippery pu-rigid pu-clear pu-soft silicone'

/** Families of metals cut from stock. Magnesium is separate: many treatments exclude it. */
export const machinedMetals = 'al steel tool-steel stainless brass copper bronze titanium'

/** Families of metals that are printed. Copper (`slm-cu`) is separate for the same reason. */
export const printedMetals = 'slm-steel slm-al slm-ti slm-ni slm-co'
