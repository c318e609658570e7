/** Names separated by spaces: a list of material families is too long for one name a row. */
export const families = (...names: readonly string[]): readonly string[] => names.join(' ').split(' ')

/** Families of metals cut from stock. Magnesium is apart: many treatments are not for it. */
export const machinedMetals = 'al steel tool-steel stainless brass copper bronze titanium'

/** Families of metals that are printed. Copper (`slm-cu`) is apart for the same reason. */
export const printedMetals = 'slm-steel slm-al slm-ti slm-ni slm-co'
