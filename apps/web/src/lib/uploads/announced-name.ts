import { uploadLimits } from '@cotation/domain'

/** What the contract refuses in a name: it would refuse the whole drop. */
const refusedCharacters = /[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Surrogate}]/gu

/** As the contract takes it: a name is a label, cut to its length without its ending being lost (UPL-1). */
export function announcedName(name: string): string {
  const clean = name.replace(refusedCharacters, '').trim() || 'file'
  if (clean.length <= uploadLimits.nameLength) return clean
  const ending = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? ''
  return clean.slice(0, uploadLimits.nameLength - ending.length) + ending
}
